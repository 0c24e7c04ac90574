// Maps that people have drawn themselves, kept in this browser under their names.

import type { MapFile } from './map';

const KEY = 'pentarchy-maps';

/** All that are kept, in the order of their names. */
export function keptMaps(): MapFile[] {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((map) => typeof map?.name === 'string').map(whole) : [];
  } catch {
    return [];
  }
}

/** Keep a map in place of one with the same name. False: the browser has no room, or does not let us. */
export function keepMap(map: MapFile): boolean {
  const others = keptMaps().filter(({ name }) => name !== map.name);
  return store([...others, map].sort((one, other) => one.name.localeCompare(other.name)));
}

export function dropMap(name: string): void {
  store(keptMaps().filter((map) => map.name !== name));
}

function store(maps: MapFile[]): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify(maps));
    return true;
  } catch {
    return false;
  }
}

/** A map that is never changed in parts. Without a prototype, states hold it as it is instead of watching its thousands of numbers. */
export function whole(map: MapFile): MapFile {
  return Object.assign(Object.create(null), map) as MapFile;
}

// Wood, paper, one plucked string: made on the spot, short and soft.

import { settings } from './settings.svelte';

let context: AudioContext | null = null;

function audio(): AudioContext | null {
  try {
    context ??= new AudioContext();
    if (context.state === 'suspended') void context.resume();
    return context;
  } catch {
    return null;
  }
}

/** A plucked string: quick attack, long fall. */
function pluck(frequency: number, after = 0, loudness = 0.16): void {
  const sounds = audio();
  if (!sounds) return;
  const start = sounds.currentTime + after;
  const volume = sounds.createGain();
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(loudness, start + 0.006);
  volume.gain.exponentialRampToValueAtTime(0.001, start + 0.7);
  volume.connect(sounds.destination);
  for (const [multiple, share] of [
    [1, 1],
    [2.003, 0.35],
    [3.01, 0.12],
  ]) {
    const string = sounds.createOscillator();
    const part = sounds.createGain();
    string.type = 'triangle';
    string.frequency.value = frequency * multiple;
    part.gain.value = share;
    string.connect(part).connect(volume);
    string.start(start);
    string.stop(start + 0.8);
  }
}

/** A knock on wood. */
function knock(frequency = 210): void {
  const sounds = audio();
  if (!sounds) return;
  const start = sounds.currentTime;
  const wood = sounds.createOscillator();
  const volume = sounds.createGain();
  wood.type = 'sine';
  wood.frequency.setValueAtTime(frequency * 1.8, start);
  wood.frequency.exponentialRampToValueAtTime(frequency, start + 0.05);
  volume.gain.setValueAtTime(0.22, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + 0.14);
  wood.connect(volume).connect(sounds.destination);
  wood.start(start);
  wood.stop(start + 0.16);
}

export const sound = {
  /** Somebody has moved. */
  moved(): void {
    if (settings.sound && !document.hidden) knock(190 + Math.random() * 50);
  },
  /** Two notes of a gusli. The only sound that is on by default, and only where the page cannot be seen. */
  yourTurn(): void {
    if (!settings.sound && !document.hidden) return;
    pluck(392);
    pluck(587.3, 0.16);
  },
  victory(): void {
    if (!settings.sound) return;
    [392, 493.9, 587.3, 784, 587.3, 784].forEach((note, i) => pluck(note, i * 0.17));
  },
  refused(): void {
    if (settings.sound) knock(110);
  },
};

import { expect, it } from 'vitest';
import { sha256 } from './sha256';

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

it('gives the published digests', () => {
  const of = (text: string) => hex(sha256(new TextEncoder().encode(text)));
  expect(of('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  expect(of('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(of('abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq')).toBe(
    '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  );
});

it('agrees with Python at every length around a block, and a long one', () => {
  const digests = [...Array(200).keys(), 100_000].flatMap((length) => [
    ...sha256(Uint8Array.from({ length }, (_, i) => (i * 31 + length) & 255)),
  ]);
  expect(hex(sha256(Uint8Array.from(digests)))).toBe(
    '0b19e5101f35d0f52f167232a6aaea166b69116c4079d5ba0702dab1d015b009',
  );
});

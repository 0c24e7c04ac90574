// SHA-256 (FIPS 180-4). Browsers offer it only where the address is https or localhost, and a table in the house is neither.

const words = (digits: string) => Uint32Array.from(digits.match(/.{8}/g)!, (word) => parseInt(word, 16));

const ROUNDS = words(
  '428a2f9871374491b5c0fbcfe9b5dba53956c25b59f111f1923f82a4ab1c5ed5d807aa9812835b01243185be550c7dc3' +
    '72be5d7480deb1fe9bdc06a7c19bf174e49b69c1efbe47860fc19dc6240ca1cc2de92c6f4a7484aa5cb0a9dc76f988da' +
    '983e5152a831c66db00327c8bf597fc7c6e00bf3d5a7914706ca63511429296727b70a852e1b21384d2c6dfc53380d13' +
    '650a7354766a0abb81c2c92e92722c85a2bfe8a1a81a664bc24b8b70c76c51a3d192e819d6990624f40e3585106aa070' +
    '19a4c1161e376c082748774c34b0bcb5391c0cb34ed8aa4a5b9cca4f682e6ff3748f82ee78a5636f84c878148cc70208' +
    '90befffaa4506cebbef9a3f7c67178f2',
);
const BEGINNING = words('6a09e667bb67ae853c6ef372a54ff53a510e527f9b05688c1f83d9ab5be0cd19');

const turned = (word: number, bits: number) => (word >>> bits) | (word << (32 - bits));

/** The message with a bit set, zeros and its length, so that it is a whole number of blocks. */
function padded(message: Uint8Array): DataView {
  const blocks = new DataView(new ArrayBuffer(Math.ceil((message.length + 9) / 64) * 64));
  message.forEach((byte, at) => blocks.setUint8(at, byte));
  blocks.setUint8(message.length, 0x80);
  blocks.setBigUint64(blocks.byteLength - 8, BigInt(message.length) * 8n);
  return blocks;
}

function schedule(blocks: DataView, start: number): Uint32Array {
  const row = new Uint32Array(64);
  for (let i = 0; i < 16; i++) row[i] = blocks.getUint32(start + 4 * i);
  for (let i = 16; i < 64; i++) {
    const [early, late] = [row[i - 15], row[i - 2]];
    const low = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const high = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    row[i] = row[i - 16] + low + row[i - 7] + high;
  }
  return row;
}

function compress(state: Uint32Array, row: Uint32Array): void {
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i++) {
    const chosen = (e & f) ^ (~e & g);
    const most = (a & b) ^ (a & c) ^ (b & c);
    const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + chosen + ROUNDS[i] + row[i]) | 0;
    const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + most) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] += word));
}

export function sha256(message: Uint8Array): Uint8Array {
  const state = BEGINNING.slice();
  const blocks = padded(message);
  for (let start = 0; start < blocks.byteLength; start += 64) compress(state, schedule(blocks, start));
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => digest.setUint32(4 * i, word));
  return new Uint8Array(digest.buffer);
}

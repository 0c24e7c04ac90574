// A bot as a program, in JavaScript for Node: pentarchy play genius --seats "me,exec:node examples/bots/bot.js"
//
// In Simply Genius it collects as soon as it can; in the other games it plays any legal move. How it is talked to stands in
// docs/engines.md.

const readline = require('node:readline')

let state = 1n

/** A whole number below `n` from the seed that Pentarchy gave: the same seed, the same games (SplitMix64). */
function below(n) {
  const mask = (1n << 64n) - 1n
  state = (state + 0x9e3779b97f4a7c15n) & mask
  let x = state
  x = ((x ^ (x >> 30n)) * 0xbf58476d1ce4e5b9n) & mask
  x = ((x ^ (x >> 27n)) * 0x94d049bb133111ebn) & mask
  return Number((x ^ (x >> 31n)) % BigInt(n))
}

/** The move for a question. */
function choose(question) {
  if (question.legal.includes('collect')) return 'collect'
  return question.legal[below(question.legal.length)]
}

/** What to say to a line; nothing to what we do not know. */
function answer(message) {
  if (message.type === 'hello') {
    state = BigInt(message.seed)
    return { type: 'ready', protocol: 1 }
  }
  if (message.type === 'decide') return { type: 'move', number: message.number, move: choose(message) }
  return null
}

// The end of the input ends the loop, and with it the program.
readline.createInterface({ input: process.stdin }).on('line', (line) => {
  const said = answer(JSON.parse(line))
  if (said) process.stdout.write(JSON.stringify(said) + '\n')
})

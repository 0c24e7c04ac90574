/* Complete, uniformly random games of Kingdomino on 128-bit boards: a yardstick for the speed of other engines.

   build:  cc -O3 -march=native -o kingdomino kingdomino.c
   use:    kingdomino CSV PLAYERS DUEL(0|1) GAMES SEED

   With -DCHECK every set of legal placements and every score is compared with a plain array version, and the number
   of kingdoms by discarded dominoes goes to standard error.

   The plane is wound on a ring of 128 cells in rows of 11: cell (r, c) is bit 11r + c modulo 128. Two cells at most 9
   rows and 9 columns apart never share a bit, since 11 * 9 + 9 < 128. A kingdom with all that its next domino can
   cover lies within 9 x 9 cells, also in the Mighty Duel: a domino reaches two cells outside the kingdom at most, and
   a side of six or seven leaves room for one or none. So the boards are exact wherever the castle ends up, and no
   board ever has to be moved. */
#define _POSIX_C_SOURCE 199309L
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif

/* Without AVX the compiler warns that vectors are passed differently; here none is passed but to inlined functions. */
#pragma GCC diagnostic ignored "-Wpsabi"

/* The number of players and the variant are literals in the callers: inlined, each variant becomes its own program. */
#define INLINE static inline __attribute__((always_inline))

__extension__ typedef unsigned __int128 board;

enum { DOMINOES = 48, TERRAINS = 6, MAX_CROWNS = 3, MAX_PLAYERS = 4 };
enum { SIZE = 5, DUEL_SIZE = 7 };
enum { CELLS = 128, WIDTH = 11 };
enum { FIELD = 2 * SIZE - 1 };              /* a 5 x 5 kingdom stays in 9 x 9 cells around its castle, */
enum { CASTLE = (SIZE - 1) * (WIDTH + 1) }; /*   which are rows and columns 0 to 8 */
enum { MARGIN = 2 };                        /* how far a domino reaches outside a kingdom */
enum { WAYS = 4, WORDS = 2 * WAYS };

/* A spot for a domino is named by its first cell, the left or upper one. The board of lying spots and the board of
   upright spots share one vector, so that bitwise work on both is one operation. */
typedef uint64_t spots __attribute__((vector_size(2 * sizeof(board))));

/* The legal spots by way: first half on the first cell, lying or upright; then second half on it, lying or upright. */
typedef union {
    spots by_half[2];
    board ways[WAYS];
    uint64_t words[WORDS];
} choice;

typedef struct {
    spots distinct; /* all ones if the halves differ, else none: turning the domino round gives nothing new */
    uint8_t terrain[2], crowns[2];
} domino;

/* The spots whose first or second cell is beside the castle or a square of one terrain. */
typedef struct {
    spots first, second;
} contact;

/* Everything that legality needs is kept up to date by table look-ups as squares are placed: that is cheaper than
   deriving it by shifts for each domino. What only the score needs is on a ring of 64 cells in rows of 8, which is
   exact by the same argument as above, because a finished kingdom is at most 7 x 7. */
typedef struct {
    spots open; /* both cells empty and inside the square that the kingdom may still grow to */
    contact contacts[TERRAINS];
    uint64_t land[TERRAINS];
    uint64_t crowned[MAX_CROWNS + 1]; /* by number of crowns; entry 0 spares a branch and is never read */
    int discards;
    /* The Mighty Duel only: */
    uint8_t height, width;
    uint8_t corner, corner64; /* the cell MARGIN rows above and columns left of the kingdom, on either ring */
    spots blocked;            /* spots with an occupied cell */
#ifdef CHECK
    struct plain *plain;
#endif
} kingdom;

typedef struct {
    uint64_t score_sum, decisions;
    uint32_t checksum;
    kingdom kingdoms[MAX_PLAYERS];
} table;

static domino dominoes[DOMINOES];
static kingdom start;         /* a castle alone */
static contact beside[CELLS]; /* what a square adds to the contacts of its terrain */
static spots over[2][CELLS];  /* the spots that share a cell with this one, lying or upright */
static spots keep[2][CELLS];  /* 5 x 5: the spots that a domino here leaves open */
static board window[DUEL_SIZE + 1][DUEL_SIZE + 1][2]; /* Duel: spots in reach by height and width, from the corner */
static uint8_t row_of[CELLS], column_of[CELLS], to64[CELLS];

/* ---- boards ---- */

INLINE board bit(int x) { return (board)1 << (x & (CELLS - 1)); }

INLINE board turn(board b, int n) { return b << n | b >> (-n & (CELLS - 1)); }

INLINE uint64_t turn64(uint64_t x, int n) { return x << n | x >> (-n & 63); }

INLINE spots join(board lying, board upright)
{
    return (spots){(uint64_t)lying, (uint64_t)(lying >> 64), (uint64_t)upright, (uint64_t)(upright >> 64)};
}

INLINE uint32_t count64(uint64_t x) { return (uint32_t)__builtin_popcountll(x); }

/* The index of the n-th set bit, counted from 0. */
INLINE int nth64(uint64_t x, uint32_t n)
{
#ifdef __BMI2__
    return __builtin_ctzll(_pdep_u64((uint64_t)1 << n, x));
#else
    while (n-- > 0)
        x &= x - 1;
    return __builtin_ctzll(x);
#endif
}

/* ---- random numbers ---- */

/* Uniform in 0..n-1: xorshift64, scaled. The bias is below n / 2^32. */
INLINE uint32_t below(uint64_t *rng, uint32_t n)
{
    uint64_t x = *rng;
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    *rng = x;
    return (uint32_t)((x >> 32) * n >> 32);
}

/* One step of splitmix64: neighbouring seeds must not give related games, and xorshift must not start at 0. */
static uint64_t scramble(uint64_t x)
{
    x += 0x9e3779b97f4a7c15;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    x ^= x >> 31;
    return x ? x : 1;
}

#ifdef CHECK
/* ---- the same rules on a plain array, as slow as they are obvious ---- */

enum { SPAN = 20, MIDDLE = SPAN / 2, NONE = -1, HOME = TERRAINS };
static const int DR[4] = {0, 1, 0, -1}, DC[4] = {1, 0, -1, 0};

typedef struct plain {
    int terrain[SPAN][SPAN], crowns[SPAN][SPAN];
    int size;
} plain;

static plain plains[MAX_PLAYERS];
static uint64_t by_discards[DOMINOES], sets_checked, scores_checked;

static void fail(const char *what)
{
    fprintf(stderr, "CHECK failed: %s\n", what);
    abort();
}

static void check_start(kingdom *k, int seat, int duel)
{
    plain *p = k->plain = &plains[seat];
    for (int i = 0; i < SPAN * SPAN; i++)
        p->terrain[i / SPAN][i % SPAN] = NONE;
    p->terrain[MIDDLE][MIDDLE] = HOME;
    p->size = duel ? DUEL_SIZE : SIZE;
}

static int plain_touches(const plain *p, int r, int c, int terrain)
{
    for (int i = 0; i < 4; i++) {
        const int t = p->terrain[r + DR[i]][c + DC[i]];
        if (t == HOME || t == terrain)
            return 1;
    }
    return 0;
}

static int plain_fits(const plain *p, int ra, int ca, int rb, int cb)
{
    int top = SPAN, bottom = 0, left = SPAN, right = 0;
    for (int r = 0; r < SPAN; r++)
        for (int c = 0; c < SPAN; c++)
            if (p->terrain[r][c] != NONE || (r == ra && c == ca) || (r == rb && c == cb)) {
                top = r < top ? r : top, bottom = r > bottom ? r : bottom;
                left = c < left ? c : left, right = c > right ? c : right;
            }
    return bottom - top < p->size && right - left < p->size;
}

static int plain_legal(const plain *p, const domino *d, int ra, int ca, int rb, int cb)
{
    return p->terrain[ra][ca] == NONE && p->terrain[rb][cb] == NONE
        && (plain_touches(p, ra, ca, d->terrain[0]) || plain_touches(p, rb, cb, d->terrain[1]))
        && plain_fits(p, ra, ca, rb, cb);
}

/* Where a cell of the boards lies in the array; found from the array, not from what the fast version remembers. */
static void locate(const plain *p, int x, int *r, int *c)
{
    int top = SPAN, left = SPAN;
    for (int i = 0; i < SPAN * SPAN; i++)
        if (p->terrain[i / SPAN][i % SPAN] != NONE) {
            top = i / SPAN < top ? i / SPAN : top;
            left = i % SPAN < left ? i % SPAN : left;
        }
    const int corner = CASTLE + (top - MARGIN - MIDDLE) * WIDTH + left - MARGIN - MIDDLE;
    const int from_corner = (x - corner) & (CELLS - 1);
    *r = top - MARGIN + from_corner / WIDTH;
    *c = left - MARGIN + from_corner % WIDTH;
}

static void locate_halves(const plain *p, int way, int x, int r[2], int c[2])
{
    const int half = way >> 1, upright = way & 1;
    locate(p, x, &r[half], &c[half]);
    r[!half] = r[half] + upright;
    c[!half] = c[half] + !upright;
}

static void check_placements(const kingdom *k, const domino *d, const choice *legal)
{
    static uint8_t found[SPAN][SPAN][4], expected[SPAN][SPAN][4];
    const int same = d->terrain[0] == d->terrain[1] && d->crowns[0] == d->crowns[1];
    memset(found, 0, sizeof found);
    memset(expected, 0, sizeof expected);
    for (int r = 2; r < SPAN - 2; r++)
        for (int c = 2; c < SPAN - 2; c++)
            for (int i = 0; i < (same ? 2 : 4); i++)
                expected[r][c][i] = (uint8_t)plain_legal(k->plain, d, r, c, r + DR[i], c + DC[i]);
    for (int i = 0; i < WAYS * CELLS; i++)
        if (legal->ways[i / CELLS] & bit(i % CELLS)) {
            int r[2], c[2], direction = 0;
            locate_halves(k->plain, i / CELLS, i % CELLS, r, c);
            while (r[0] + DR[direction] != r[1] || c[0] + DC[direction] != c[1])
                direction++;
            if (found[r[0]][c[0]][direction]++)
                fail("one placement twice");
        }
    if (memcmp(found, expected, sizeof found))
        fail("placements differ");
    sets_checked++;
}

static void check_placed(kingdom *k, const domino *d, int way, int x)
{
    int r[2], c[2];
    locate_halves(k->plain, way, x, r, c);
    for (int i = 0; i < 2; i++) {
        k->plain->terrain[r[i]][c[i]] = d->terrain[i];
        k->plain->crowns[r[i]][c[i]] = d->crowns[i];
    }
}

static void plain_flood(const plain *p, uint8_t seen[SPAN][SPAN], int r, int c, int *squares, int *crowns)
{
    seen[r][c] = 1;
    *squares += 1;
    *crowns += p->crowns[r][c];
    for (int i = 0; i < 4; i++) {
        const int rn = r + DR[i], cn = c + DC[i];
        if (!seen[rn][cn] && p->terrain[rn][cn] == p->terrain[r][c])
            plain_flood(p, seen, rn, cn, squares, crowns);
    }
}

static void check_score(const kingdom *k, int score)
{
    static uint8_t seen[SPAN][SPAN];
    int total = 0;
    memset(seen, 0, sizeof seen);
    for (int r = 0; r < SPAN; r++)
        for (int c = 0; c < SPAN; c++)
            if (k->plain->terrain[r][c] != NONE && k->plain->terrain[r][c] != HOME && !seen[r][c]) {
                int squares = 0, crowns = 0;
                plain_flood(k->plain, seen, r, c, &squares, &crowns);
                total += squares * crowns;
            }
    if (total != score)
        fail("scores differ");
    scores_checked++;
    by_discards[k->discards]++;
}

static void check_report(void)
{
    fprintf(stderr, "checked %" PRIu64 " sets of placements, %" PRIu64 " scores; kingdoms by discards:", sets_checked,
            scores_checked);
    for (int i = 0; i < DOMINOES; i++)
        if (by_discards[i])
            fprintf(stderr, " %d:%" PRIu64, i, by_discards[i]);
    fputc('\n', stderr);
}
#else
#define check_start(k, seat, duel) ((void)0)
#define check_placements(k, d, legal) ((void)0)
#define check_placed(k, d, way, x) ((void)0)
#define check_score(k, score) ((void)0)
#define check_report() ((void)0)
#endif

/* ---- a kingdom ---- */

INLINE int larger(int a, int b) { return a > b ? a : b; }

INLINE choice placements(const kingdom *k, const domino *d)
{
    const contact *a = &k->contacts[d->terrain[0]], *b = &k->contacts[d->terrain[1]];
    return (choice){{k->open & (a->first | b->second), k->open & (b->first | a->second) & d->distinct}};
}

INLINE void put(kingdom *k, const domino *d, int half, int x, int x64)
{
    const int terrain = d->terrain[half];
    const uint64_t cell = (uint64_t)1 << (x64 & 63);
    k->contacts[terrain].first |= beside[x].first;
    k->contacts[terrain].second |= beside[x].second;
    k->land[terrain] |= cell;
    k->crowned[d->crowns[half]] |= cell;
}

/* Put both halves. The cells are exchanged rather than the halves, and without a branch: which terrains are written is
   then known before the choice is made, and the processor need not hold back its work on the next kingdom. */
INLINE void put_halves(kingdom *k, const domino *d, int half, int upright, int x, int x64)
{
    const int y = (x + 1 + upright * (WIDTH - 1)) & (CELLS - 1), y64 = x64 + 1 + upright * 7;
    const int swap = (x ^ y) & -half, swap64 = (x64 ^ y64) & -half;
    put(k, d, 0, x ^ swap, x64 ^ swap64);
    put(k, d, 1, y ^ swap, y64 ^ swap64);
}

/* Duel: the box that now also holds a domino at row r and column c from the corner. */
INLINE void grow(kingdom *k, int r, int c, int upright)
{
    const int up = larger(0, MARGIN - r), left = larger(0, MARGIN - c);
    k->height = (uint8_t)(larger(k->height, r + upright - MARGIN + 1) + up);
    k->width = (uint8_t)(larger(k->width, c + !upright - MARGIN + 1) + left);
    k->corner = (uint8_t)((k->corner - up * WIDTH - left) & (CELLS - 1));
    k->corner64 = (uint8_t)((k->corner64 - up * 8 - left) & 63);
}

/* Duel: the open spots, from the box and what is blocked. */
INLINE void reopen(kingdom *k)
{
    const board *w = window[k->height][k->width];
    k->open = join(turn(w[0], k->corner), turn(w[1], k->corner)) & ~k->blocked;
}

INLINE void place(kingdom *k, const domino *d, int way, int x, int duel)
{
    const int half = way >> 1, upright = way & 1;
    if (duel) {
        const int from_corner = (x - k->corner) & (CELLS - 1);
        put_halves(k, d, half, upright, x, to64[from_corner] + k->corner64);
        grow(k, row_of[from_corner], column_of[from_corner], upright);
        k->blocked |= over[upright][x];
        reopen(k);
    } else {
        put_halves(k, d, half, upright, x, to64[x]);
        k->open &= keep[upright][x];
    }
    check_placed(k, d, way, x);
}

/* Lay the domino in one of all legal ways, each as likely as the others, or discard it if there is none. Nothing is
   listed: the ways are counted and the chosen bit is looked up. */
INLINE void place_at_random(uint64_t *rng, kingdom *k, const domino *d, int duel)
{
    const choice legal = placements(k, d);
    check_placements(k, d, &legal);
    uint32_t upto[WORDS], n = 0;
    for (int i = 0; i < WORDS; i++)
        upto[i] = n += count64(legal.words[i]);
    if (n == 0) {
        k->discards++;
        return;
    }
    /* The word that holds the chosen bit and the bit's rank in it: by sums and minima (where an unsigned difference
       below zero is large and drops out), because branches on chance would be mispredicted. */
    const uint32_t chosen = below(rng, n);
    uint32_t word = 0, rank = chosen;
    for (int i = 0; i < WORDS - 1; i++) {
        const uint32_t beyond = chosen - upto[i];
        word += chosen >= upto[i];
        rank = rank < beyond ? rank : beyond;
    }
    place(k, d, (int)(word >> 1), (int)(word & 1) * 64 + nth64(legal.words[word], rank), duel);
}

/* ---- scoring ---- */

/* Which cells have a neighbour of their own terrain on each side. */
typedef struct {
    uint64_t left, right, above, below;
} links;

INLINE links find_links(const kingdom *k)
{
    links l = {0, 0, 0, 0};
    for (int t = 0; t < TERRAINS; t++) {
        l.right |= k->land[t] & turn64(k->land[t], 63);
        l.below |= k->land[t] & turn64(k->land[t], 56);
    }
    l.left = turn64(l.right, 1);
    l.above = turn64(l.below, 8);
    return l;
}

INLINE uint64_t spread(uint64_t x, const links *l)
{
    return x | (turn64(x, 1) & l->left) | (turn64(x, 63) & l->right) | (turn64(x, 8) & l->above)
         | (turn64(x, 56) & l->below);
}

/* The property around x. Two steps for each test, since most properties are small and tests are mispredicted. */
INLINE uint64_t flood(uint64_t x, const links *l)
{
    for (;;) {
        const uint64_t once = spread(x, l), twice = spread(once, l);
        if (once == twice)
            return once;
        x = twice;
    }
}

/* Squares times crowns of every property. Only those with a crown count, so only those are filled; by links one loop
   does for all terrains. */
static int score(const kingdom *k)
{
    const uint64_t one = k->crowned[1], two = k->crowned[2], three = k->crowned[3];
    const links l = find_links(k);
    uint32_t total = 0;
    for (uint64_t rest = one | two | three; rest;) {
        const uint64_t property = flood(rest & -rest, &l);
        const uint32_t crowns = count64(property & one) + 2 * count64(property & two) + 3 * count64(property & three);
        total += count64(property) * crowns;
        rest &= ~property;
    }
    check_score(k, (int)total);
    return (int)total;
}

/* ---- a game ---- */

/* Deal a random choice of all dominoes in random order. */
INLINE void shuffle(uint64_t *rng, uint8_t deck[DOMINOES], int dealt)
{
    for (int i = 0; i < DOMINOES; i++)
        deck[i] = (uint8_t)i;
    for (int i = 0; i < dealt; i++) {
        const uint32_t j = (uint32_t)i + below(rng, (uint32_t)(DOMINOES - i));
        const uint8_t d = deck[i];
        deck[i] = deck[j];
        deck[j] = d;
    }
}

/* A line is a set of dominoes, one bit each, which keeps it sorted for nothing. */
INLINE uint64_t draw(const uint8_t *deck, int kings)
{
    uint64_t line = 0;
    for (int i = 0; i < kings; i++)
        line |= (uint64_t)1 << deck[i];
    return line;
}

INLINE void claim_at_random(uint64_t *rng, uint64_t *unclaimed, int left, kingdom *owner[DOMINOES], kingdom *k)
{
    const int d = nth64(*unclaimed, below(rng, (uint32_t)left));
    *unclaimed ^= (uint64_t)1 << d;
    owner[d] = k;
}

INLINE void first_claims(table *t, uint64_t *rng, uint64_t line, kingdom *owner[DOMINOES], int players, int kings)
{
    kingdom *in_hand[MAX_PLAYERS];
    for (int i = 0; i < kings; i++)
        in_hand[i] = &t->kingdoms[i % players];
    for (int left = kings; left > 0; left--) {
        const uint32_t i = below(rng, (uint32_t)left);
        claim_at_random(rng, &line, left, owner, in_hand[i]);
        in_hand[i] = in_hand[left - 1];
    }
    t->decisions += (uint64_t)kings;
}

INLINE void play(table *t, uint64_t *rng, int players, int duel)
{
    const int kings = players == 2 ? 4 : players, rounds = players == 2 && !duel ? 6 : 12;
    uint8_t deck[DOMINOES];
    kingdom *owner[DOMINOES];
    for (int p = 0; p < players; p++) {
        t->kingdoms[p] = start;
        check_start(&t->kingdoms[p], p, duel);
    }
    shuffle(rng, deck, kings * rounds);
    uint64_t line = draw(deck, kings);
    first_claims(t, rng, line, owner, players, kings);
    for (int round = 1; round <= rounds; round++) {
        const uint64_t next = round < rounds ? draw(deck + round * kings, kings) : 0;
        uint64_t unclaimed = next;
        for (int left = kings; left > 0; left--) {
            const int d = __builtin_ctzll(line);
            kingdom *k = owner[d];
            line &= line - 1;
            place_at_random(rng, k, &dominoes[d], duel);
            if (next)
                claim_at_random(rng, &unclaimed, left, owner, k);
        }
        t->decisions += (uint64_t)(next ? 2 * kings : kings);
        line = next;
    }
}

INLINE void play_all(table *t, long games, uint64_t seed, int players, int duel)
{
    uint64_t rng = scramble(seed); /* a local, so that it can stay in a register */
    for (long i = 0; i < games; i++) {
        play(t, &rng, players, duel);
        for (int p = 0; p < players; p++) {
            const int total = score(&t->kingdoms[p]);
            t->score_sum += (uint64_t)total;
            t->checksum = t->checksum * 31 + (uint32_t)total;
        }
    }
}

static void play_2(table *t, long games, uint64_t seed) { play_all(t, games, seed, 2, 0); }
static void play_3(table *t, long games, uint64_t seed) { play_all(t, games, seed, 3, 0); }
static void play_4(table *t, long games, uint64_t seed) { play_all(t, games, seed, 4, 0); }
static void play_duel(table *t, long games, uint64_t seed) { play_all(t, games, seed, 2, 1); }

/* ---- tables ---- */

/* The cells of rows r0..r1 and columns c0..c1 that lie in rows and columns 0 to 8. */
static board rectangle(int r0, int r1, int c0, int c1)
{
    board b = 0;
    for (int r = larger(r0, 0); r <= r1 && r < FIELD; r++)
        for (int c = larger(c0, 0); c <= c1 && c < FIELD; c++)
            b |= bit(r * WIDTH + c);
    return b;
}

/* 5 x 5: the cells that fit into one square with cell x. What fits with every square of a kingdom fits the kingdom,
   so these boards, intersected, replace its bounding box. The larger field of the Duel would not fit the ring. */
static board reach(int x)
{
    const int r = x / WIDTH, c = x % WIDTH, far = SIZE - 1;
    return rectangle(r - far, r + far, c - far, c + far) & ~bit(x);
}

/* Duel: how many of the next MARGIN rows or columns on either side may still be used. */
static int room(int side) { return DUEL_SIZE - side < MARGIN ? DUEL_SIZE - side : MARGIN; }

/* The lying or upright spots whose second cell is in a set of cells. */
static board second_in(board cells, int upright) { return turn(cells, CELLS - (upright ? WIDTH : 1)); }

INLINE spots both_in(board cells) { return join(cells & second_in(cells, 0), cells & second_in(cells, 1)); }

INLINE spots either_in(board cells) { return join(cells | second_in(cells, 0), cells | second_in(cells, 1)); }

static void make_cell_tables(int x)
{
    const board near = bit(x + 1) | bit(x - 1) | bit(x + WIDTH) | bit(x - WIDTH);
    beside[x] = (contact){join(near, near), join(second_in(near, 0), second_in(near, 1))};
    for (int upright = 0; upright < 2; upright++) {
        const int y = x + (upright ? WIDTH : 1);
        over[upright][x] = either_in(bit(x) | bit(y));
        keep[upright][x] = both_in(reach(x) & reach(y));
    }
    row_of[x] = (uint8_t)(x / WIDTH);
    column_of[x] = (uint8_t)(x % WIDTH);
    to64[x] = (uint8_t)((x / WIDTH * 8 + x % WIDTH) & 63);
}

static void make_window(int height, int width)
{
    const int rows = room(height), columns = room(width);
    const board cells = rectangle(MARGIN - rows, MARGIN + height - 1 + rows, MARGIN - columns,
                                  MARGIN + width - 1 + columns);
    for (int upright = 0; upright < 2; upright++)
        window[height][width][upright] = cells & second_in(cells, upright);
}

static void make_tables(int duel)
{
    for (int x = 0; x < CELLS; x++)
        make_cell_tables(x);
    for (int height = 1; height <= DUEL_SIZE; height++)
        for (int width = 1; width <= DUEL_SIZE; width++)
            make_window(height, width);
    for (int t = 0; t < TERRAINS; t++)
        start.contacts[t] = beside[CASTLE];
    start.height = start.width = 1;
    start.corner = CASTLE - MARGIN * (WIDTH + 1);
    start.blocked = either_in(bit(CASTLE));
    start.open = both_in(reach(CASTLE));
    if (duel)
        reopen(&start);
}

/* ---- the program ---- */

static void stop(const char *message)
{
    fprintf(stderr, "kingdomino: %s\n", message);
    exit(1);
}

static uint8_t terrain_named(const char *name)
{
    static const char *const names[TERRAINS] = {"wheat", "forest", "lake", "grass", "swamp", "mine"};
    for (int t = 0; t < TERRAINS; t++)
        if (!strcmp(names[t], name))
            return (uint8_t)t;
    stop("unknown terrain");
    return 0;
}

static uint8_t valid_crowns(int crowns)
{
    if (crowns < 0 || crowns > MAX_CROWNS)
        stop("bad number of crowns");
    return (uint8_t)crowns;
}

static void read_domino(const char *line, int number)
{
    char a[16], b[16];
    int printed, crowns_a, crowns_b;
    if (sscanf(line, "%d,%15[^,],%d,%15[^,],%d", &printed, a, &crowns_a, b, &crowns_b) != 5 || printed != number)
        stop("bad row in the table of dominoes");
    domino *d = &dominoes[number - 1];
    *d = (domino){.terrain = {terrain_named(a), terrain_named(b)},
                  .crowns = {valid_crowns(crowns_a), valid_crowns(crowns_b)}};
    if (d->terrain[0] != d->terrain[1] || d->crowns[0] != d->crowns[1])
        d->distinct = ~d->distinct;
}

static void read_dominoes(const char *path)
{
    char line[128];
    FILE *file = fopen(path, "r");
    if (!file || !fgets(line, sizeof line, file)) /* the first row is a heading */
        stop("cannot read the table of dominoes");
    for (int number = 1; number <= DOMINOES; number++) {
        if (!fgets(line, sizeof line, file))
            stop("there must be 48 dominoes");
        read_domino(line, number);
    }
    fclose(file);
}

static double cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

int main(int argc, char **argv)
{
    static table t;
    if (argc != 6)
        stop("usage: kingdomino CSV PLAYERS DUEL(0|1) GAMES SEED");
    const int players = atoi(argv[2]), duel = atoi(argv[3]);
    const long games = atol(argv[4]);
    const uint64_t seed = strtoull(argv[5], NULL, 10);
    if (players < 2 || players > MAX_PLAYERS || duel < 0 || duel > 1 || (duel && players != 2) || games < 1)
        stop("2, 3 or 4 players (2 in the Mighty Duel) and at least one game");
    read_dominoes(argv[1]);
    make_tables(duel);
    void (*const variants[])(table *, long, uint64_t) = {play_duel, NULL, play_2, play_3, play_4};

    const double before = cpu_seconds();
    variants[duel ? 0 : players](&t, games, seed);
    const double seconds = cpu_seconds() - before;

    check_report();
    printf("{\"players\":%d,\"duel\":%s,\"games\":%ld,\"cpu_seconds\":%.6f,\"games_per_second\":%.1f,"
           "\"mean_score\":%.6f,\"decisions\":%" PRIu64 ",\"checksum\":%" PRIu32 "}\n",
           players, duel ? "true" : "false", games, seconds, (double)games / seconds,
           (double)t.score_sum / (double)games / players, t.decisions, t.checksum);
    return 0;
}

/* Complete, uniformly random games of Kingdomino on 128-bit boards: a yardstick for the speed of other engines.

   build:  cc -O3 -march=native -o kingdomino kingdomino.c
   use:    kingdomino CSV PLAYERS DUEL(0|1) GAMES SEED

   With -DCHECK every list of placements and every score is compared with a plain array version, and the number of
   kingdoms by discards goes to standard error.

   The plane is wound on a ring of 128 cells in rows of 11: the cell (r, c) is bit 11r + c modulo 128, so a step to the
   right is a turn by 1 and a step down a turn by 11. No two cells less than 10 rows and less than 10 columns apart
   share a bit. A kingdom and all that one more domino can reach lie in 9 x 9 cells, also in the Mighty Duel: cells
   further than two outside the kingdom cannot be covered, and a side of six or seven leaves room for one or none. So
   the boards are exact wherever the castle ends up, and nothing ever moves. */
#define _POSIX_C_SOURCE 199309L
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif

/* Players and variant are literals in the callers; inlining everything turns each variant into its own program. */
#define INLINE static inline __attribute__((always_inline))

__extension__ typedef unsigned __int128 board;

enum { DOMINOES = 48, TERRAINS = 6, MAX_CROWNS = 3, MAX_PLAYERS = 4 };
enum { CELLS = 128, WIDTH = 11, MARGIN = 2, DUEL_SIZE = 7, SMALL_SIZE = 5 };
enum { CASTLE = (SMALL_SIZE - 1) * (WIDTH + 1) }; /* a 5 x 5 kingdom then stays within rows and columns 0 to 8 */

/* A spot for a domino is named by its first cell, the left or upper one: a board of lying spots and one of upright
   spots, side by side in one vector, so that bitwise work on both is one operation. */
typedef uint64_t spots __attribute__((vector_size(2 * sizeof(board))));

/* The legal placements: the first half on the first cell (lying, upright), then the second half on it. */
enum { WAYS = 4 };
typedef union {
    spots by_half[2];
    uint64_t words[WAYS][2];
    board ways[WAYS];
} choice;

typedef struct {
    spots distinct; /* all ones if the halves differ, else none: turning the domino round gives nothing new */
    uint8_t terrain[2], crowns[2];
} domino;

typedef struct {
    spots first, second; /* the spots whose first or second cell is beside the castle or a square of the terrain */
} contact;

/* What the final score needs fits a ring of 64 cells in rows of 8, because a finished kingdom is at most 7 x 7. */
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
static kingdom start;                       /* a castle alone */
static contact beside[CELLS];               /* what a square adds to the contacts of its terrain */
static spots keep[2][CELLS];                /* 5 x 5: the spots left by a domino, lying or upright */
static spots over[2][CELLS];                /* Duel: the spots that share a cell with it */
static board window[DUEL_SIZE + 1][DUEL_SIZE + 1][2]; /* Duel, by height and width, counted from the corner */
static uint8_t row_of[CELLS], column_of[CELLS], to64[CELLS];

/* ---- boards ---- */

INLINE board bit(int x) { return (board)1 << (x & (CELLS - 1)); }

INLINE board turn(board b, int n) { return b << n | b >> (-n & (CELLS - 1)); }

INLINE int count64(uint64_t x) { return __builtin_popcountll(x); }

INLINE int count(board b) { return count64((uint64_t)b) + count64((uint64_t)(b >> 64)); }

/* The index of the n-th set bit, from 0. */
INLINE int nth64(uint64_t x, int n)
{
#ifdef __BMI2__
    return __builtin_ctzll(_pdep_u64((uint64_t)1 << n, x));
#else
    while (n-- > 0)
        x &= x - 1;
    return __builtin_ctzll(x);
#endif
}

INLINE int nth(board b, int n)
{
    const uint64_t low = (uint64_t)b, high = (uint64_t)(b >> 64);
    const int in_low = count64(low), upper = n >= in_low;
    return 64 * upper + nth64(upper ? high : low, upper ? n - in_low : n);
}

/* ---- random numbers ---- */

/* Uniform in 0..n-1: xorshift64, scaled. The bias is below n / 2^32. */
INLINE int below(uint64_t *rng, int n)
{
    uint64_t x = *rng;
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    *rng = x;
    return (int)((x >> 32) * (uint64_t)n >> 32);
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
static uint64_t by_discards[DOMINOES], lists_checked, scores_checked;

static void fail(const char *what)
{
    fprintf(stderr, "CHECK failed: %s\n", what);
    abort();
}

static void plain_reset(kingdom *k, int seat, int duel)
{
    plain *p = k->plain = &plains[seat];
    for (int i = 0; i < SPAN * SPAN; i++)
        p->terrain[i / SPAN][i % SPAN] = NONE;
    p->terrain[MIDDLE][MIDDLE] = HOME;
    p->size = duel ? DUEL_SIZE : SMALL_SIZE;
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

/* Where a cell of the boards lies in the array. */
static void locate(const kingdom *k, int x, int *r, int *c)
{
    if (k->plain->size == SMALL_SIZE) {
        *r = x / WIDTH - CASTLE / WIDTH + MIDDLE;
        *c = x % WIDTH - CASTLE % WIDTH + MIDDLE;
        return;
    }
    int top = 0, left = 0; /* found from the array itself, not from what the fast version remembers */
    for (int i = SPAN * SPAN - 1; i >= 0; i--)
        if (k->plain->terrain[i / SPAN][i % SPAN] != NONE)
            top = i / SPAN;
    for (int i = SPAN * SPAN - 1; i >= 0; i--)
        if (k->plain->terrain[i % SPAN][i / SPAN] != NONE)
            left = i / SPAN;
    const int from_corner = (x - CASTLE - (top - MARGIN - MIDDLE) * WIDTH - (left - MARGIN - MIDDLE)) & (CELLS - 1);
    *r = top - MARGIN + from_corner / WIDTH;
    *c = left - MARGIN + from_corner % WIDTH;
}

/* The cells of the two halves in the array. */
static void locate_halves(const kingdom *k, int way, int x, int r[2], int c[2])
{
    const int first = way >> 1;
    locate(k, x, &r[first], &c[first]);
    r[1 - first] = r[first] + (way & 1);
    c[1 - first] = c[first] + 1 - (way & 1);
}

static void check_placements(const kingdom *k, const domino *d, const board legal[WAYS])
{
    static uint8_t found[SPAN][SPAN][4], expected[SPAN][SPAN][4];
    const int same = d->terrain[0] == d->terrain[1] && d->crowns[0] == d->crowns[1];
    memset(found, 0, sizeof found);
    memset(expected, 0, sizeof expected);
    for (int r = 1; r < SPAN - 1; r++)
        for (int c = 1; c < SPAN - 1; c++)
            for (int i = 0; i < (same ? 2 : 4); i++) {
                const int rb = r + DR[i], cb = c + DC[i];
                if (rb > 0 && cb > 0 && rb < SPAN - 1 && cb < SPAN - 1)
                    expected[r][c][i] = (uint8_t)plain_legal(k->plain, d, r, c, rb, cb);
            }
    for (int way = 0; way < WAYS; way++)
        for (int x = 0; x < CELLS; x++)
            if (legal[way] & bit(x)) {
                int r[2], c[2], i = 0;
                locate_halves(k, way, x, r, c);
                while (r[0] + DR[i] != r[1] || c[0] + DC[i] != c[1])
                    i++;
                if (found[r[0]][c[0]][i]++)
                    fail("a placement twice");
            }
    if (memcmp(found, expected, sizeof found))
        fail("placements differ");
    lists_checked++;
}

static void plain_place(kingdom *k, const domino *d, int way, int x)
{
    int r[2], c[2];
    locate_halves(k, way, x, r, c);
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
    for (int r = 1; r < SPAN - 1; r++)
        for (int c = 1; c < SPAN - 1; c++)
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
    fprintf(stderr, "checked %" PRIu64 " lists of placements, %" PRIu64 " scores; kingdoms by discards:", lists_checked,
            scores_checked);
    for (int i = 0; i < DOMINOES; i++)
        if (by_discards[i])
            fprintf(stderr, " %d:%" PRIu64, i, by_discards[i]);
    fputc('\n', stderr);
}
#else
#define plain_reset(k, seat, duel) ((void)(seat))
#define check_placements(k, d, legal) ((void)0)
#define plain_place(k, d, way, x) ((void)0)
#define check_score(k, score) ((void)0)
#define check_report() ((void)0)
#endif

/* ---- a kingdom ---- */

static spots over_cell(int x);
INLINE spots join(board lying, board upright)
{
    return (spots){(uint64_t)lying, (uint64_t)(lying >> 64), (uint64_t)upright, (uint64_t)(upright >> 64)};
}

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

/* The spots that a kingdom of the Mighty Duel may still use, from its box and what is blocked. */
INLINE spots open_spots(const kingdom *k)
{
    const board *w = window[k->height][k->width];
    return join(turn(w[0], k->corner), turn(w[1], k->corner)) & ~k->blocked;
}

INLINE int larger(int a, int b) { return a > b ? a : b; }

/* Grow the kingdom's box over a domino whose cells are (r, c) and, lying or upright, the next; all counted from the
   corner. */
INLINE void grow(kingdom *k, int r, int c, int upright)
{
    const int up = larger(0, MARGIN - r), left = larger(0, MARGIN - c);
    k->height = (uint8_t)(larger(k->height, r + upright - MARGIN + 1) + up);
    k->width = (uint8_t)(larger(k->width, c + !upright - MARGIN + 1) + left);
    k->corner = (uint8_t)((k->corner - up * WIDTH - left) & (CELLS - 1));
    k->corner64 = (uint8_t)((k->corner64 - up * 8 - left) & 63);
}

INLINE void place(kingdom *k, const domino *d, int way, int x, int duel)
{
    const int upright = way & 1, half = way >> 1;
    const int y = (x + (upright ? WIDTH : 1)) & (CELLS - 1);
    const int from_corner = duel ? (x - k->corner) & (CELLS - 1) : x;
    const int x64 = to64[from_corner] + (duel ? k->corner64 : 0), y64 = x64 + (upright ? 8 : 1);
    put(k, d, half, x, x64);
    put(k, d, !half, y, y64);
    if (duel) {
        grow(k, row_of[from_corner], column_of[from_corner], upright);
        k->blocked |= over[upright][x];
        k->open = open_spots(k);
    } else {
        k->open &= keep[upright][x];
    }
}

/* Lay the domino in one of all legal ways, each as likely as the others; nothing is listed: the ways are counted and
   the chosen bit is looked up. */
INLINE void place_at_random(uint64_t *rng, kingdom *k, const domino *d, int duel)
{
    const choice legal = placements(k, d);
    check_placements(k, d, legal.ways);
    const int n0 = count(legal.ways[0]), n1 = n0 + count(legal.ways[1]);
    const int n2 = n1 + count(legal.ways[2]), n3 = n2 + count(legal.ways[3]);
    if (n3 == 0) {
        k->discards++;
        return;
    }
    const int before[WAYS] = {0, n0, n1, n2};
    const int i = below(rng, n3);
    const int way = (i >= n0) + (i >= n1) + (i >= n2); /* a sum, since branches on chance are mispredicted */
    const int x = nth(legal.ways[way], i - before[way]);
    place(k, d, way, x, duel);
    plain_place(k, d, way, x);
}

/* ---- scoring ---- */

INLINE uint64_t turn64(uint64_t x, int n) { return x << n | x >> (64 - n); }

INLINE uint64_t spread(uint64_t x, uint64_t land)
{
    return (x | turn64(x, 1) | turn64(x, 63) | turn64(x, 8) | turn64(x, 56)) & land;
}

static inline uint64_t flood(uint64_t x, uint64_t land)
{
    for (;;) {
        const uint64_t grown = spread(x, land);
        if (grown == x)
            return x;
        x = grown;
    }
}

/* Squares times crowns of every property. Only those with a crown count, so only those are filled. */
static int score(const kingdom *k)
{
    const uint64_t one = k->crowned[1], two = k->crowned[2], three = k->crowned[3];
    int total = 0;
    for (int t = 0; t < TERRAINS; t++) {
        uint64_t seeds = k->land[t] & (one | two | three);
        while (seeds) {
            const uint64_t region = flood(seeds & -seeds, k->land[t]);
            const int crowns = count64(region & one) + 2 * count64(region & two) + 3 * count64(region & three);
            total += count64(region) * crowns;
            seeds &= ~region;
        }
    }
    check_score(k, total);
    return total;
}

/* ---- a game ---- */

/* The first `dealt` entries become a random choice of all dominoes in random order. */
INLINE void shuffle(uint64_t *rng, uint8_t deck[DOMINOES], int dealt)
{
    for (int i = 0; i < DOMINOES; i++)
        deck[i] = (uint8_t)i;
    for (int i = 0; i < dealt; i++) {
        const int j = i + below(rng, DOMINOES - i);
        const uint8_t d = deck[i];
        deck[i] = deck[j];
        deck[j] = d;
    }
}

/* A line is a set of domino numbers, one bit each, which keeps it sorted for nothing. */
INLINE uint64_t draw(const uint8_t *deck, int kings)
{
    uint64_t line = 0;
    for (int i = 0; i < kings; i++)
        line |= (uint64_t)1 << deck[i];
    return line;
}

INLINE void claim_at_random(uint64_t *rng, uint64_t *unclaimed, int left, kingdom *owner[DOMINOES], kingdom *k)
{
    const int d = nth64(*unclaimed, below(rng, left));
    *unclaimed ^= (uint64_t)1 << d;
    owner[d] = k;
}

INLINE void first_claims(uint64_t *rng, uint64_t line, kingdom *owner[DOMINOES], kingdom *kingdoms, int players, int kings)
{
    kingdom *in_hand[MAX_PLAYERS];
    for (int i = 0; i < kings; i++)
        in_hand[i] = &kingdoms[i % players];
    for (int left = kings; left > 0; left--) {
        const int i = below(rng, left);
        claim_at_random(rng, &line, left, owner, in_hand[i]);
        in_hand[i] = in_hand[left - 1];
    }
}

INLINE void play(table *t, uint64_t *rng, int players, int duel)
{
    const int kings = players == 2 ? 4 : players, rounds = players == 2 && !duel ? 6 : 12;
    uint8_t deck[DOMINOES];
    kingdom *owner[DOMINOES];
    shuffle(rng, deck, kings * rounds);
    for (int p = 0; p < players; p++) {
        t->kingdoms[p] = start;
        plain_reset(&t->kingdoms[p], p, duel);
    }
    uint64_t line = draw(deck, kings);
    t->decisions += (uint64_t)kings;
    first_claims(rng, line, owner, t->kingdoms, players, kings);
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
        line = next;
        t->decisions += (uint64_t)(next ? 2 * kings : kings);
    }
}

INLINE void play_all(table *t, long games, uint64_t seed, int players, int duel)
{
    uint64_t rng = scramble(seed); /* a local, so that it can live in a register */
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

/* The cells of rows r0..r1 and columns c0..c1, cut to the field of 9 x 9. */
static board rectangle(int r0, int r1, int c0, int c1)
{
    const int last = 2 * SMALL_SIZE - 2;
    board b = 0;
    for (int r = larger(r0, 0); r <= r1 && r <= last; r++)
        for (int c = larger(c0, 0); c <= c1 && c <= last; c++)
            b |= bit(r * WIDTH + c);
    return b;
}

/* All cells that fit into one 5 x 5 square with cell x. What fits with every square of a kingdom fits the kingdom, so
   these boards, intersected, replace its bounding box. */
static board reach(int x)
{
    const int r = x / WIDTH, c = x % WIDTH, far = SMALL_SIZE - 1;
    return rectangle(r - far, r + far, c - far, c + far) & ~bit(x);
}

static int room(int side) { return DUEL_SIZE - side < MARGIN ? DUEL_SIZE - side : MARGIN; }

/* The spots with both cells in a set of cells, and those with one of them on a cell. */
static spots inside(board b) { return join(b & turn(b, CELLS - 1), b & turn(b, CELLS - WIDTH)); }

static spots over_cell(int x) { return join(bit(x) | bit(x - 1), bit(x) | bit(x - WIDTH)); }

static void make_tables(void)
{
    for (int x = 0; x < CELLS; x++) {
        const board b = bit(x + 1) | bit(x - 1) | bit(x + WIDTH) | bit(x - WIDTH);
        beside[x] = (contact){join(b, b), join(turn(b, CELLS - 1), turn(b, CELLS - WIDTH))};
        for (int upright = 0; upright < 2; upright++) {
            const int y = x + (upright ? WIDTH : 1);
            over[upright][x] = over_cell(x) | over_cell(y);
            keep[upright][x] = inside(reach(x) & reach(y));
        }
        row_of[x] = (uint8_t)(x / WIDTH);
        column_of[x] = (uint8_t)(x % WIDTH);
        to64[x] = (uint8_t)((x / WIDTH * 8 + x % WIDTH) & 63);
    }
    for (int h = 1; h <= DUEL_SIZE; h++)
        for (int w = 1; w <= DUEL_SIZE; w++) {
            const board b = rectangle(MARGIN - room(h), MARGIN + h - 1 + room(h), MARGIN - room(w),
                                      MARGIN + w - 1 + room(w));
            window[h][w][0] = b & turn(b, CELLS - 1);
            window[h][w][1] = b & turn(b, CELLS - WIDTH);
        }
}

static void make_start(int duel)
{
    for (int t = 0; t < TERRAINS; t++)
        start.contacts[t] = beside[CASTLE];
    start.height = start.width = 1;
    start.corner = CASTLE - MARGIN * (WIDTH + 1);
    start.blocked = over_cell(CASTLE);
    start.open = duel ? open_spots(&start) : inside(reach(CASTLE));
}

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

static void read_dominoes(const char *path)
{
    FILE *file = fopen(path, "r");
    char line[128], a[16], b[16];
    int number, crowns_a, crowns_b, rows = 0;
    if (!file)
        stop("cannot open the table of dominoes");
    if (!fgets(line, sizeof line, file))
        stop("the table of dominoes is empty");
    while (fgets(line, sizeof line, file)) {
        if (sscanf(line, "%d,%15[^,],%d,%15[^,],%d", &number, a, &crowns_a, b, &crowns_b) != 5)
            stop("bad row in the table of dominoes");
        if (number != ++rows || rows > DOMINOES || crowns_a < 0 || crowns_a > MAX_CROWNS || crowns_b < 0
            || crowns_b > MAX_CROWNS)
            stop("bad number in the table of dominoes");
        const uint8_t ta = terrain_named(a), tb = terrain_named(b);
        const int same = ta == tb && crowns_a == crowns_b;
        dominoes[rows - 1] = (domino){same ? (spots){0} : ~(spots){0}, {ta, tb}, {(uint8_t)crowns_a, (uint8_t)crowns_b}};
    }
    fclose(file);
    if (rows != DOMINOES)
        stop("there must be 48 dominoes");
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
    if (players < 2 || players > MAX_PLAYERS || duel < 0 || duel > 1 || (duel && players != 2) || games < 1)
        stop("2, 3 or 4 players (2 in the Mighty Duel) and at least one game");
    read_dominoes(argv[1]);
    make_tables();
    make_start(duel);
    const uint64_t seed = strtoull(argv[5], NULL, 10);
    void (*const variant)(table *, long, uint64_t) = duel ? play_duel : players == 2 ? play_2 : players == 3 ? play_3 : play_4;

    const double start = cpu_seconds();
    variant(&t, games, seed);
    const double seconds = cpu_seconds() - start;

    check_report();
    printf("{\"players\":%d,\"duel\":%s,\"games\":%ld,\"cpu_seconds\":%.6f,\"games_per_second\":%.1f,\"mean_score\":%.6f,"
           "\"decisions\":%" PRIu64 ",\"checksum\":%" PRIu32 "}\n",
           players, duel ? "true" : "false", games, seconds, (double)games / seconds,
           (double)t.score_sum / (double)games / players, t.decisions, t.checksum);
    return 0;
}

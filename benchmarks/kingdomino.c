/* Complete, uniformly random games of Kingdomino on 128-bit boards: the yardstick for the compiled rules.

   build:  cc -O3 -march=native -o kingdomino kingdomino.c
   use:    kingdomino CSV PLAYERS DUEL(0|1) GAMES SEED

   The same boards and the same arithmetic as src/pentarchy/games/kingdomino/rules.py (the plane wound on a ring of 128
   bits in rows of 11, scoring on a ring of 64 in rows of 8), written as one would write it in C for this purpose alone:
   rounds as loops, no state that could be stopped and looked at, no variants besides the Mighty Duel. */
#define _POSIX_C_SOURCE 199309L
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif

__extension__ typedef unsigned __int128 ring;

enum { DOMINOES = 48, TERRAINS = 6, PLAYERS = 4, KINGS = 4 };
enum { ROW = 11, ROW64 = 8, MARGIN = 2, REACH = 6, LONGEST = 7 };
enum facing { EAST, SOUTH, WEST, NORTH };

typedef struct {
    int terrain[2], crowns[2], equal;
} domino;

typedef struct {
    ring taken, beside[TERRAINS];
    uint64_t land[TERRAINS], crowned[3];
    uint32_t rows, columns; /* those it occupies; bit REACH is the castle's */
} kingdom;

static domino dominoes[DOMINOES];
static ring beside[128];
static ring room[LONGEST + 1][LONGEST + 1]; /* where a kingdom of that extent may grow, from its corner */

static inline ring turn(ring a, unsigned n) { return a << n | a >> (-n & 127); }

static inline int count64(uint64_t x) { return __builtin_popcountll(x); }

static inline int count(ring a) { return count64((uint64_t)a) + count64((uint64_t)(a >> 64)); }

static inline int nth64(uint64_t x, int n)
{
#ifdef __BMI2__
    return __builtin_ctzll(_pdep_u64(1ull << n, x));
#else
    while (n-- > 0)
        x &= x - 1;
    return __builtin_ctzll(x);
#endif
}

static inline int nth(ring a, int n)
{
    const int low = count64((uint64_t)a), high = n >= low;
    return 64 * high + nth64((uint64_t)(high ? a >> 64 : a), high ? n - low : n);
}

/* Uniform in 0..n-1: xorshift64, scaled. */
static inline int below(uint64_t *rng, int n)
{
    uint64_t x = *rng;
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    *rng = x;
    return (int)((x >> 33) * (uint64_t)n >> 31);
}

/* The cell MARGIN squares above and to the left of the kingdom. */
static inline int corner(const kingdom *k)
{
    return (__builtin_ctz(k->rows) - REACH - MARGIN) * ROW + __builtin_ctz(k->columns) - REACH - MARGIN;
}

/* For each facing, where the domino may lie, named by the western or northern of its two cells. */
static inline void placements(const kingdom *k, const domino *d, ring found[4])
{
    const ring window = room[__builtin_popcount(k->rows)][__builtin_popcount(k->columns)];
    const ring open = turn(window, (unsigned)corner(k) & 127) & ~k->taken;
    const ring across = open & turn(open, 127), upright = open & turn(open, 128 - ROW);
    const ring fits_1 = k->beside[d->terrain[0]], fits_2 = k->beside[d->terrain[1]];
    found[EAST] = across & (fits_1 | turn(fits_2, 127));
    found[SOUTH] = upright & (fits_1 | turn(fits_2, 128 - ROW));
    found[WEST] = d->equal ? 0 : across & (fits_2 | turn(fits_1, 127));
    found[NORTH] = d->equal ? 0 : upright & (fits_2 | turn(fits_1, 128 - ROW));
}

static inline void put(kingdom *k, int x, int y, int terrain, int crowns)
{
    const int cell = (ROW * y + x) & 127;
    const uint64_t square = 1ull << ((ROW64 * y + x) & 63);
    k->taken |= (ring)1 << cell;
    k->beside[terrain] |= beside[cell];
    k->land[terrain] |= square;
    for (int i = 0; i < 3; i++)
        k->crowned[i] |= i < crowns ? square : 0;
    k->rows |= 1u << (y + REACH);
    k->columns |= 1u << (x + REACH);
}

/* Lay the domino in one of all legal ways, each as likely as the others, or discard it. */
static inline void place_at_random(kingdom *k, const domino *d, uint64_t *rng)
{
    ring found[4];
    placements(k, d, found);
    const int east = count(found[EAST]), south = east + count(found[SOUTH]);
    const int west = south + count(found[WEST]), north = west + count(found[NORTH]);
    if (north == 0)
        return;
    const int n = below(rng, north), facing = (n >= east) + (n >= south) + (n >= west);
    const int skipped[4] = {0, east, south, west};
    const int cell = (nth(found[facing], n - skipped[facing]) - corner(k)) & 127;
    const int x = __builtin_ctz(k->columns) - REACH - MARGIN + cell % ROW;
    const int y = __builtin_ctz(k->rows) - REACH - MARGIN + cell / ROW;
    const int turned = facing >= WEST, upright = facing & 1;
    put(k, x, y, d->terrain[turned], d->crowns[turned]);
    put(k, x + !upright, y + upright, d->terrain[!turned], d->crowns[!turned]);
}

static inline uint64_t turn64(uint64_t x, int n) { return x << n | x >> (64 - n); }

static inline uint64_t flood(uint64_t seed, uint64_t mask)
{
    for (;;) {
        uint64_t more = turn64(seed, 1) | turn64(seed, 63) | turn64(seed, ROW64) | turn64(seed, 64 - ROW64);
        more = (more | seed) & mask;
        if (more == seed)
            return seed;
        seed = more;
    }
}

/* Squares times crowns of every property that has a crown. */
static int score(const kingdom *k)
{
    int total = 0;
    for (int t = 0; t < TERRAINS; t++) {
        uint64_t rest = k->land[t] & k->crowned[0];
        while (rest) {
            const uint64_t region = flood(rest & -rest, k->land[t]);
            int crowns = 0;
            for (int i = 0; i < 3; i++)
                crowns += count64(region & k->crowned[i]);
            total += count64(region) * crowns;
            rest &= ~region;
        }
    }
    return total;
}

static inline uint64_t lay_line(uint64_t *unseen, int size, uint64_t *rng)
{
    uint64_t line = 0;
    for (int i = 0; i < size; i++) {
        const uint64_t drawn = 1ull << nth64(*unseen, below(rng, count64(*unseen)));
        *unseen &= ~drawn;
        line |= drawn;
    }
    return line;
}

static inline void claim_at_random(uint64_t *unclaimed, int owner[DOMINOES], int seat, uint64_t *rng)
{
    const int claimed = nth64(*unclaimed, below(rng, count64(*unclaimed)));
    *unclaimed &= ~(1ull << claimed);
    owner[claimed] = seat;
}

static void set_up(kingdom *k)
{
    memset(k, 0, sizeof *k);
    k->taken = 1;
    for (int t = 0; t < TERRAINS; t++)
        k->beside[t] = beside[0];
    k->rows = k->columns = 1u << REACH;
}

/* One whole game; returns the number of decisions. */
static int play(kingdom kingdoms[PLAYERS], int players, int duel, uint64_t *rng)
{
    const int kings = players == 3 ? 3 : 4, rounds = players == 2 && !duel ? 6 : 12;
    int owner[DOMINOES], hand[KINGS], decisions = kings;
    for (int seat = 0; seat < players; seat++)
        set_up(&kingdoms[seat]);
    for (int i = 0; i < kings; i++)
        hand[i] = i % players;
    uint64_t unseen = (1ull << DOMINOES) - 1, line = lay_line(&unseen, kings, rng), unclaimed = line;
    for (int left = kings; left > 0; left--) {
        const int drawn = below(rng, left);
        claim_at_random(&unclaimed, owner, hand[drawn], rng);
        hand[drawn] = hand[left - 1];
    }
    for (int round = 1; round <= rounds; round++) {
        const uint64_t next = round < rounds ? lay_line(&unseen, kings, rng) : 0;
        unclaimed = next;
        for (; line; line &= line - 1) {
            const int d = __builtin_ctzll(line), seat = owner[d];
            place_at_random(&kingdoms[seat], &dominoes[d], rng);
            if (next)
                claim_at_random(&unclaimed, owner, seat, rng);
        }
        decisions += next ? 2 * kings : kings;
        line = next;
    }
    return decisions;
}

static void make_tables(int size)
{
    for (int cell = 0; cell < 128; cell++) {
        const ring one = (ring)1 << cell;
        beside[cell] = turn(one, 1) | turn(one, 127) | turn(one, ROW) | turn(one, 128 - ROW);
    }
    for (int height = 1; height <= size; height++)
        for (int width = 1; width <= size; width++) {
            const int up = size - height < MARGIN ? size - height : MARGIN;
            const int left = size - width < MARGIN ? size - width : MARGIN;
            for (int row = MARGIN - up; row < MARGIN + height + up; row++)
                for (int column = MARGIN - left; column < MARGIN + width + left; column++)
                    room[height][width] |= (ring)1 << (ROW * row + column);
        }
}

static void stop(const char *message)
{
    fprintf(stderr, "kingdomino: %s\n", message);
    exit(1);
}

static int terrain_named(const char *name)
{
    static const char *const names[TERRAINS] = {"wheat", "forest", "lake", "grass", "swamp", "mine"};
    for (int t = 0; t < TERRAINS; t++)
        if (!strcmp(names[t], name))
            return t;
    stop("unknown terrain in the table of dominoes");
    return -1;
}

static void read_dominoes(const char *path)
{
    FILE *file = fopen(path, "r");
    char line[128], first[16], second[16];
    int rows = 0, number;
    if (!file || !fgets(line, sizeof line, file))
        stop("cannot read the table of dominoes");
    while (fgets(line, sizeof line, file)) {
        domino d;
        if (sscanf(line, "%d,%15[^,],%d,%15[^,],%d", &number, first, &d.crowns[0], second, &d.crowns[1]) != 5
            || number != ++rows || rows > DOMINOES)
            stop("bad row in the table of dominoes");
        d.terrain[0] = terrain_named(first);
        d.terrain[1] = terrain_named(second);
        d.equal = d.terrain[0] == d.terrain[1] && d.crowns[0] == d.crowns[1];
        dominoes[rows - 1] = d;
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
    if (argc != 6)
        stop("usage: kingdomino CSV PLAYERS DUEL(0|1) GAMES SEED");
    const int players = atoi(argv[2]), duel = atoi(argv[3]);
    const long games = atol(argv[4]);
    uint64_t rng = strtoull(argv[5], NULL, 10) * 0x9e3779b97f4a7c15 + 1;
    kingdom kingdoms[PLAYERS];
    long decisions = 0, total = 0;
    if (players < 2 || players > PLAYERS || (duel && players != 2) || games < 1)
        stop("2, 3 or 4 players (2 in the Mighty Duel) and at least one game");
    read_dominoes(argv[1]);
    make_tables(duel ? 7 : 5);
    const double start = cpu_seconds();
    for (long game = 0; game < games; game++) {
        decisions += play(kingdoms, players, duel, &rng);
        for (int seat = 0; seat < players; seat++)
            total += score(&kingdoms[seat]);
    }
    const double seconds = cpu_seconds() - start;
    printf("{\"players\":%d,\"duel\":%s,\"games\":%ld,\"cpu_seconds\":%.6f,\"games_per_second\":%.1f,"
           "\"mean_score\":%.4f,\"decisions\":%ld}\n",
           players, duel ? "true" : "false", games, seconds, (double)games / seconds,
           (double)total / (double)games / players, decisions);
    return 0;
}

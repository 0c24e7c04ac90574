/* A bot as a program, in C without any library:

       cc -O2 -o bot examples/bots/bot.c
       pentarchy play scuffle --seats "me,exec:./bot"

   It plays any legal move. It reads no more of a question than it needs: the parts come in a fixed order, and the first
   list of texts after "legal": holds the moves in notation (docs/engines.md). */

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_MOVES = 4096 };

static uint64_t state = 1;

/* A whole number below n from the seed that Pentarchy gave: the same seed, the same games (SplitMix64). */
static size_t below(size_t n) {
    uint64_t x = state += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (size_t)((x ^ (x >> 31)) % n);
}

/* Collects where the moves of a question begin and how long they are; returns how many there are. */
static size_t moves_of(const char *question, const char *moves[], int lengths[]) {
    const char *place = strstr(question, "\"legal\":[");
    size_t found = 0;
    if (place == NULL) return 0;
    for (place += strlen("\"legal\":["); *place == '"' && found < MOST_MOVES; found++) {
        const char *end = strchr(place + 1, '"'); /* notation has neither quotes nor backslashes */
        moves[found] = place + 1;
        lengths[found] = (int)(end - place - 1);
        place = end[1] == ',' ? end + 2 : end + 1;
    }
    return found;
}

static void decide(const char *question) {
    static const char *moves[MOST_MOVES];
    static int lengths[MOST_MOVES];
    size_t found = moves_of(question, moves, lengths);
    size_t chosen = found ? below(found) : 0;
    if (found == 0) exit(1);
    printf("{\"type\":\"move\",\"move\":\"%.*s\"}\n", lengths[chosen], moves[chosen]);
}

static void greet(const char *hello) {
    const char *seed = strstr(hello, "\"seed\":");
    if (seed != NULL) state = strtoull(seed + strlen("\"seed\":"), NULL, 10);
    puts("{\"type\":\"ready\",\"protocol\":1}");
}

int main(void) {
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, stdin) > 0) { /* ends when Pentarchy closes our input */
        if (strncmp(line, "{\"type\":\"hello\"", 15) == 0) greet(line);
        if (strncmp(line, "{\"type\":\"decide\"", 16) == 0) decide(line);
        fflush(stdout);
    }
    free(line);
    return 0;
}

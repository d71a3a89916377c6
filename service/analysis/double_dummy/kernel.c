/* Double-dummy analysis in C. python_solver.py explains the method and is the reference: values and lines are the same,
 * and for one value the number of positions searched is, too. This file explains only what differs.
 *
 * There are no global variables: everything belongs to one call, or to the table that it is given, so threads may call at
 * the same time, each with a table of its own. The rules of scoring arrive as numbers. Only C99 and its standard library
 * are needed. */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { ELDER, YOUNGER };
enum { SUITS = 4, RANKS = 9, LOW_RANKS = 4, TRICKS = 12, MAJORITY = 7, THIRTY = 30, PIQUE = 30 };
enum { WIDTH = 13, STOP = 10 };                           /* of a suit's pattern: see suit_patterns.py */
enum { FAR_OFF = 1000, SETTLED = 15, FIRST_SLOTS = 1 << 10 };
enum { OK, NO_SUCH_POSITION, CONTRADICTION };             /* statuses of dd_solve and dd_courses */

/* ---- the interface: kernel.py has the same structures. Change DD_ABI there and here with any of them. */

#define DD_ABI 7

typedef struct { /* PlayScoring; trick[leader wins][low lead][low follow] has the points of leader and follower */
    int32_t trick[2][2][2][2], lead[2], haul[TRICKS + 1], last, early, most, low_matters;
} dd_rules;

typedef struct { /* PlayPosition; `cards` are those that may be played, `stored` is the most positions to store */
    uint64_t hands[2], cards;
    int32_t leader, lead, won[2], pique, stored;
} dd_position;

typedef struct { /* Choice; `won` are elder's tricks at the end of the line */
    int32_t card, value, points[2], pique, won, length;
    int8_t line[2 * TRICKS];
} dd_choice;

typedef struct { /* Course; `seen` has six bits for each card, and a card that may be played next a place in the others */
    int32_t seen, count;
    int16_t value[TRICKS];
    int8_t won[TRICKS], pique[TRICKS];
} dd_course;

/* ---- the table of bounds: open addressing, at most half full. It grows with the search, so that a short search
 * touches little memory, and is emptied when it has `most` entries or memory is short. A key is never 0. Its bounds hold
 * for these rules and this number of tricks. */

typedef struct {
    uint64_t key;
    int16_t low, high;
} entry;

typedef struct {
    entry *slots;
    uint32_t size, used;
    int tricks;
    dd_rules rules;
} dd_table;

typedef struct {
    const dd_rules *rules;
    int tricks; /* all tricks: won and left */
    dd_table *table;
    uint32_t most;
    uint64_t expanded;
} search;

static entry *find(entry *slots, uint32_t size, uint64_t key) {
    uint32_t at = (uint32_t)((key ^ key >> 32) * UINT64_C(0x9E3779B97F4A7C15) >> 32) & (size - 1);
    while (slots[at].key && slots[at].key != key) at = (at + 1) & (size - 1);
    return &slots[at];
}

static void empty(dd_table *t) {
    memset(t->slots, 0, t->size * sizeof *t->slots);
    t->used = 0;
}

static void store(search *s, uint64_t key, int low, int high) {
    dd_table *t = s->table;
    entry *wider = NULL;
    if (t->used < s->most && 2 * (t->used + 1) > t->size && (wider = calloc(2 * (size_t)t->size, sizeof *wider))) {
        for (uint32_t at = 0; at < t->size; at++)
            if (t->slots[at].key) *find(wider, 2 * t->size, t->slots[at].key) = t->slots[at];
        free(t->slots);
        t->slots = wider, t->size *= 2;
    }
    if (t->used >= s->most || 2 * (t->used + 1) > t->size) empty(t);
    entry *slot = find(t->slots, t->size, key);
    t->used += !slot->key;
    *slot = (entry){key, (int16_t)low, (int16_t)high};
}

/* ---- patterns: the four suits side by side in 64 bits. A card is called by its place in them, and a set of cards has
 * a bit at each of these places. Moves are computed from the bits, in all suits at once. */

#define EACH (UINT64_C(1) | UINT64_C(1) << WIDTH | UINT64_C(1) << 2 * WIDTH | UINT64_C(1) << 3 * WIDTH)
#define LOWEST(bits) (((UINT64_C(1) << (bits)) - 1) * EACH) /* so many bits of each suit */

typedef struct {
    uint64_t hands[2], low; /* the cards of each, and the places of low cards */
} cards;

/* The number of bits of each suit: of each two and four of them, and then of all. */
static uint64_t many_each(uint64_t x) {
    x -= x >> 1 & 0x55 * EACH;
    x = (x & 0x333 * EACH) + (x >> 2 & 0x33 * EACH);
    return (x + (x >> 4) + (x >> 8)) & 0xF * EACH;
}

/* The number of bits: of each two, four and eight of them, and then of all. */
static int many(uint64_t x) {
    x -= x >> 1 & UINT64_C(0x5555555555555555);
    x = (x & UINT64_C(0x3333333333333333)) + (x >> 2 & UINT64_C(0x3333333333333333));
    return (int)(((x + (x >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F)) * UINT64_C(0x0101010101010101) >> 56);
}

#ifdef __GNUC__
static int lowest(uint64_t hand) { return __builtin_ctzll(hand); }
static int highest(uint64_t hand) { return 63 - __builtin_clzll(hand); }
#else
static int lowest(uint64_t hand) { return many((hand & (~hand + 1)) - 1); }
static int highest(uint64_t hand) {
    for (int by = 1; by < 64; by *= 2) hand |= hand >> by;
    return many(hand) - 1;
}
#endif

/* Each suit with all bits below its highest one. */
static uint64_t filled(uint64_t bits) {
    for (int by = 1; by < STOP; by *= 2) bits |= bits >> by & LOWEST(STOP - by);
    return bits;
}

static cards decode(uint64_t suits) {
    uint64_t all = filled(suits & LOWEST(STOP)) >> 1 & LOWEST(RANKS), borders = 0;
    if (!(suits >> STOP & LOWEST(3))) return (cards){{all & ~suits, all & suits}, 0};
    for (int shift = 0; shift < SUITS * WIDTH; shift += WIDTH)
        borders |= UINT64_C(1) << ((int)(suits >> (shift + STOP) & 7) + shift);
    return (cards){{all & ~suits, all & suits}, borders - EACH};
}

/* The lowest of each run of adjacent cards that are alike: a run ends where low cards do. */
static uint64_t runs(uint64_t hand, uint64_t low) { return hand & (~(hand << 1) | (low + EACH)); }

static uint64_t suit_at(int place) { return LOWEST(RANKS) & UINT64_C(0x1FFF) << place / WIDTH * WIDTH; }

static uint64_t without(uint64_t suits, int place) {
    int shift = place / WIDTH * WIDTH;
    uint64_t suit = suits >> shift & 0x1FFF, low = suit >> STOP, pattern = suit & ((1u << STOP) - 1);
    uint64_t below = (UINT64_C(1) << (place - shift)) - 1;
    uint64_t then = (low - ((uint64_t)(place - shift) < low)) << STOP | (pattern >> 1 & ~below) | (pattern & below);
    return suits ^ (suit ^ then) << shift;
}

/* The places of a set of cards in the order of `cards_of`: suits up, ranks down. Returns their number. */
static int listed(uint64_t hand, int8_t *places) {
    int count = 0;
    for (int shift = 0; shift < SUITS * WIDTH; shift += WIDTH) {
        for (uint64_t suit = hand & suit_at(shift); suit; suit &= ~(UINT64_C(1) << places[count++]))
            places[count] = (int8_t)highest(suit);
    }
    return count;
}

/* The places of cards to lead in the order of the search: first the suits in which the other side has few cards and this
 * one many, and in each suit ranks down. Returns their number. */
static int leads(uint64_t hand, const cards *c, int leader, int8_t *places) {
    uint64_t keys = 2 * many_each(c->hands[1 - leader]) + RANKS * EACH - many_each(c->hands[leader]);
    int shifts[SUITS], count = 0;
    for (int suit = 0; suit < SUITS; suit++) {
        int at = suit, shift = suit * WIDTH;
        for (; at && (keys >> shifts[at - 1] & 0x1F) > (keys >> shift & 0x1F); at--) shifts[at] = shifts[at - 1];
        shifts[at] = shift;
    }
    for (int at = 0; at < SUITS; at++) count += listed(hand & suit_at(shifts[at]), places + count);
    return count;
}

/* ---- a trick */

typedef struct {
    uint64_t suits;
    int left, leader, won, pique;
} node;

typedef struct {
    int gain, keeps, points[2], pique;
    node then;
} trick;

static int pique_after(const search *s, const node *n, int keeps, const int *points, int *bonus) {
    int elder = points[ELDER], younger = points[YOUNGER], left = n->left - 1, early = 0;
    if (n->leader == YOUNGER && younger) return 0;
    if (keeps == (n->leader == ELDER)) {
        early = n->won == MAJORITY - 1 ? s->rules->early : 0;
        elder += left ? 0 : s->rules->last;
    }
    int in_play = (n->pique - 1) % 2 || elder > 0, has = (n->pique - 1) / 2 + elder + early;
    *bonus = has >= THIRTY && in_play ? PIQUE : 0;
    if (*bonus || younger || has + left * s->rules->most + s->rules->last + s->rules->early < THIRTY) return 0;
    return 1 + 2 * (has < THIRTY ? has : THIRTY) + in_play;
}

static trick trick_of(const search *s, const node *n, uint64_t low, int lead, int follow, int lead_scored) {
    const dd_rules *r = s->rules;
    int keeps = follow < lead || follow / WIDTH != lead / WIDTH, winner = keeps ? n->leader : 1 - n->leader;
    int low_lead = low >> lead & 1, taken = winner == ELDER ? n->won : s->tricks - n->left - n->won, bonus = 0;
    const int32_t *points = r->trick[keeps][low_lead][low >> follow & 1];
    trick t = {.keeps = keeps};
    t.points[n->leader] = points[0] - (lead_scored ? r->lead[low_lead] : 0), t.points[1 - n->leader] = points[1];
    uint64_t suits = lead > follow ? without(without(n->suits, lead), follow) : without(without(n->suits, follow), lead);
    t.then = (node){suits, n->left - 1, winner, n->won + (winner == ELDER), 0};
    if (n->pique) t.then.pique = pique_after(s, n, keeps, t.points, &bonus);
    t.points[winner] += r->haul[taken + 1] - r->haul[taken] + (t.then.left ? 0 : r->last);
    t.points[ELDER] += bonus, t.pique = bonus > 0;
    t.gain = t.points[n->leader] - t.points[1 - n->leader];
    return t;
}

/* ---- the search */

static int bound(search *s, const node *n, int wanted);

/* The cards with which the side on lead wins tricks at once, whatever is played: those above all others of their suit,
 * and with as many of these as the other side has cards of it, the whole suit. */
static uint64_t sure_cards(uint64_t mine, uint64_t theirs) {
    uint64_t sure = mine & ~filled(theirs), count = many_each(sure), carry = 0x10 * EACH;
    uint64_t enough = (count + 0xF * EACH) & ((count | carry) - many_each(theirs)) & carry;
    return sure | (mine & (enough >> 4) * 0x1FF);
}

/* What the side on lead gains at least: it takes its sure tricks at once and loses the rest. */
static int by_sure_tricks(const dd_rules *r, uint64_t sure_ones, uint64_t low, int left, int own, int other) {
    int sure = many(sure_ones), low_ones = many(sure_ones & low), rest = left - sure;
    int least = r->haul[own + sure] - r->haul[own];
    least += low_ones * r->trick[1][1][0][0] + (sure - low_ones) * r->trick[1][0][0][0];
    if (!rest) return least + r->last;
    return least + r->lead[1] - 1 - (rest - 1) * r->most - r->last - r->haul[other + rest] + r->haul[other];
}

/* The bound for the leader of a trick. */
static int bound_of_trick(search *s, const trick *t, int wanted) {
    if (t->keeps) return t->gain + bound(s, &t->then, wanted - t->gain);
    return t->gain - bound(s, &t->then, t->gain - wanted + 1);
}

/* The bound for the leader who leads this card. `others` are the cards from which the other player may follow. */
static int bound_of_lead(search *s, const node *n, uint64_t low, uint64_t others, int lead, int wanted) {
    uint64_t follows = others & suit_at(lead), below = follows & ((UINT64_C(1) << lead) - 1);
    uint64_t next = follows ? follows & ~below : others; /* winners come first: the search finds good play sooner */
    int worst = FAR_OFF;
    for (; (next || below) && worst >= wanted; next &= next - 1) {
        if (!next) next = below, below = 0;
        trick t = trick_of(s, n, low, lead, lowest(next), 0);
        int found = bound_of_trick(s, &t, wanted);
        if (found < worst) worst = found;
    }
    return worst;
}

static int bound(search *s, const node *n, int wanted) {
    if (!n->left) return 0;
    const dd_rules *r = s->rules;
    int leader = n->leader, lost = s->tricks - n->left - n->won;
    int own = leader == ELDER ? n->won : lost, other = leader == ELDER ? lost : n->won;
    int settled = own && other && (own >= MAJORITY || other >= MAJORITY);
    uint64_t state = (uint64_t)((settled ? SETTLED : n->won) << 7 | leader << 6 | n->pique), key = n->suits << 11 | state;
    const entry *known = find(s->table->slots, s->table->size, key);
    int low = known->key ? known->low : -FAR_OFF, high = known->key ? known->high : FAR_OFF;
    if (low >= wanted) return low;
    if (high < wanted) return high;

    cards c = decode(n->suits);
    uint64_t mine = c.hands[leader], theirs = c.hands[1 - leader], sure = sure_cards(mine, theirs);
    if (sure && !(n->pique && leader == YOUNGER)) {
        int least = by_sure_tricks(r, sure, c.low, n->left, own, other);
        if (least >= wanted || (many(sure) == n->left && !n->pique)) return least;
    } else if (!sure && !(n->pique && leader == ELDER)) { /* the other side wins any lead, and goes on like that */
        int most = r->lead[0] + r->trick[1][0][0][0] - r->trick[0][1][1][1];
        most -= by_sure_tricks(r, sure_cards(theirs, mine), c.low, n->left, other, own);
        if (most < wanted) return most;
    }

    s->expanded++;
    int8_t places[TRICKS];
    int count = leads(runs(mine, c.low), &c, leader, places), best = -FAR_OFF;
    uint64_t others = runs(theirs, c.low);
    for (int at = 0; at < count && best < wanted; at++) {
        int found = bound_of_lead(s, n, c.low, others, places[at], wanted);
        if (found > best) best = found;
    }
    store(s, key, best >= wanted ? best : low, best >= wanted ? high : best);
    return best;
}

/* The value of a position, if `lead` is negative, of a lead, if `follow` is, or of the trick of two cards. */
static int exactly(search *s, const node *n, int lead, int follow, int lead_scored, int guess) {
    cards c = decode(n->suits);
    trick t = lead < 0 || follow < 0 ? (trick){0} : trick_of(s, n, c.low, lead, follow, lead_scored);
    int low = -FAR_OFF, high = FAR_OFF;
    while (low < high) {
        int wanted = guess > low + 1 ? guess : low + 1;
        int found = lead < 0     ? bound(s, n, wanted)
                    : follow < 0 ? bound_of_lead(s, n, c.low, runs(c.hands[1 - n->leader], c.low), lead, wanted)
                                 : bound_of_trick(s, &t, wanted);
        if (found >= wanted)
            low = found, guess = found + 1;
        else
            high = guess = found;
    }
    return low;
}

/* ---- lines, in the cards of the hands */

static uint64_t suits_of(const uint64_t *hands, int low_matters) {
    uint64_t suits = 0;
    for (int suit = SUITS - 1; suit >= 0; suit--) {
        uint64_t pattern = 0, low = 0, count = 0;
        for (int card = RANKS * suit; card < RANKS * (suit + 1); card++)
            if ((hands[ELDER] | hands[YOUNGER]) >> card & 1) {
                pattern |= (hands[YOUNGER] >> card & 1) << count++;
                low += low_matters && card % RANKS < LOW_RANKS;
            }
        suits = suits << WIDTH | low << STOP | UINT64_C(1) << count | pattern;
    }
    return suits;
}

static int place_of(uint64_t left, int card) {
    uint64_t below = (UINT64_C(1) << card) - (UINT64_C(1) << card / RANKS * RANKS);
    return card / RANKS * WIDTH + many(left & below);
}

static int card_at(uint64_t left, int place) {
    int card = place / WIDTH * RANKS;
    while (!(left >> card & 1) || place_of(left, card) != place) card++;
    return card;
}

/* The place of the first best lead in the order of the search; negative if none is worth so much. */
static int best_lead(search *s, const node *n, int worth) {
    cards c = decode(n->suits);
    int8_t places[TRICKS];
    uint64_t others = runs(c.hands[1 - n->leader], c.low);
    int count = leads(c.hands[n->leader], &c, n->leader, places), at = 0;
    while (at < count && bound_of_lead(s, n, c.low, others, places[at], worth) < worth) at++;
    return at < count ? places[at] : -1;
}

/* The value of a card, with a line. `guess` is the worth of the card before, and then of this one, which is `known` if it is
 * the guess. */
static int choose(search *s, const dd_position *p, node n, int card, int known, int *guess, dd_choice *choice) {
    int on_table = p->lead >= 0, lead_card = on_table ? p->lead : card;
    uint64_t left = p->hands[ELDER] | p->hands[YOUNGER] | UINT64_C(1) << lead_card;
    int lead = place_of(left, lead_card), follow = on_table ? place_of(left, card) : -1;
    int worth = *guess = known ? *guess : exactly(s, &n, lead, follow, on_table, *guess);
    *choice = (dd_choice){.card = card, .value = n.leader == ELDER ? worth : -worth};
    for (;;) {
        cards c = decode(n.suits);
        int8_t places[TRICKS];
        uint64_t others = c.hands[1 - n.leader], same = others & suit_at(lead);
        int count = follow < 0 ? listed(same ? same : others, places) : 1, at = 0;
        trick t = {0};
        for (; at < count; at++) { /* the first best card to follow */
            t = trick_of(s, &n, c.low, lead, follow < 0 ? places[at] : follow, on_table);
            if (bound_of_trick(s, &t, worth + 1) <= worth) break;
        }
        if (at == count) return CONTRADICTION;
        int cards_played[2] = {card_at(left, lead), card_at(left, follow < 0 ? places[at] : follow)};
        for (int each = on_table; each < 2; each++) choice->line[choice->length++] = (int8_t)cards_played[each];
        left &= ~(UINT64_C(1) << cards_played[0] | UINT64_C(1) << cards_played[1]);
        choice->points[ELDER] += t.points[ELDER], choice->points[YOUNGER] += t.points[YOUNGER], choice->pique |= t.pique;
        choice->won = t.then.won;
        if (!t.then.left) return OK;

        n = t.then, worth = t.keeps ? worth - t.gain : t.gain - worth, on_table = 0, follow = -1;
        if ((lead = best_lead(s, &n, worth)) < 0) return CONTRADICTION;
    }
}

/* ---- the question */

static int to_act(const dd_position *p) { return p->lead < 0 ? p->leader : 1 - p->leader; }

static int is_possible(const dd_position *p) {
    uint64_t both = p->hands[ELDER] | p->hands[YOUNGER], pack = (UINT64_C(1) << SUITS * RANKS) - 1;
    if ((p->leader & ~1) || p->lead < -1 || p->lead >= SUITS * RANKS || p->won[0] < 0 || p->won[1] < 0) return 0;
    if (p->hands[ELDER] & p->hands[YOUNGER] || both & ~pack || (p->lead >= 0 && both >> p->lead & 1)) return 0;
    int left = many(p->hands[p->leader]) + (p->lead >= 0);
    return left > 0 && left == many(p->hands[1 - p->leader]) && left <= TRICKS && p->won[0] <= TRICKS - left &&
           p->won[1] <= TRICKS - left - p->won[0] && !(p->cards & ~p->hands[to_act(p)]) && p->stored > 0 &&
           p->pique >= 0 && p->pique <= 2 * THIRTY + 2;
}

/* A table, to be given to several calls and then closed; NULL if memory is short. */
dd_table *dd_open(void) {
    dd_table *t = calloc(1, sizeof *t);
    if (t && !(t->slots = calloc(t->size = FIRST_SLOTS, sizeof *t->slots))) free(t), t = NULL;
    return t;
}

void dd_close(dd_table *t) {
    if (t) free(t->slots), free(t);
}

/* From the beginning of the trick: `hands` get the card on the table, too. */
static node node_of(const search *s, const dd_position *p, uint64_t *hands) {
    hands[ELDER] = p->hands[ELDER], hands[YOUNGER] = p->hands[YOUNGER];
    if (p->lead >= 0) hands[p->leader] |= UINT64_C(1) << p->lead;
    return (node){suits_of(hands, s->rules->low_matters), many(hands[ELDER]), p->leader, p->won[ELDER], p->pique};
}

static int solve(search *s, const dd_position *p, int best, dd_choice *choices, int *elders_guess) {
    if (!is_possible(p)) return NO_SUCH_POSITION;
    uint64_t hands[2];
    node root = node_of(s, p, hands);
    s->tricks = root.left + p->won[0] + p->won[1], s->most = (uint32_t)p->stored;
    if (s->table->tricks != s->tricks || memcmp(&s->table->rules, s->rules, sizeof *s->rules)) {
        if (s->table->used) empty(s->table);
        s->table->tricks = s->tricks, s->table->rules = *s->rules;
    }
    int sign = p->leader == ELDER ? 1 : -1, guess = sign * *elders_guess, status = OK;
    if (best) {
        guess = exactly(s, &root, -1, -1, 0, guess), *elders_guess = sign * guess;
        int lead = best_lead(s, &root, guess);
        if (lead < 0) return CONTRADICTION;
        return choose(s, p, root, card_at(hands[ELDER] | hands[YOUNGER], lead), 1, &guess, choices);
    }
    for (int suit = 0; suit < SUITS; suit++)
        for (int card = RANKS * suit + RANKS - 1; card >= RANKS * suit && status == OK; card--)
            if (p->cards >> card & 1) status = choose(s, p, root, card, 0, &guess, choices++);
    *elders_guess = sign * guess;
    return status;
}

/* Of each of the positions the choice of each of its cards, in TRICKS places, or with `best` that of the first best card in
 * the order of the search. `expanded` gets the number of positions whose moves were tried. The bounds in the table are
 * used, and those found are added. Returns a status. */
int dd_solve(const dd_rules *rules, const dd_position *positions, int32_t count, int32_t best, dd_choice *choices,
             uint64_t *expanded, dd_table *table) {
    search s = {.rules = rules, .table = table};
    int status = OK, guess = 0;
    for (int32_t at = 0; at < count && status == OK; at++, choices += best ? 1 : TRICKS)
        status = solve(&s, positions + at, best, choices, &guess);
    *expanded = s.expanded;
    return status;
}

/* ---- what comes until the next card of a player */

/* Play a card. Returns what it brings elder, less what it brings younger; `pique` is set if it makes one. */
static int step(search *s, dd_position *p, int card, int32_t *pique) {
    uint64_t hands[2];
    node n = node_of(s, p, hands);
    int points, low = s->rules->low_matters && card % RANKS < LOW_RANKS;
    if (p->lead < 0) {
        points = s->rules->lead[low];
        if (p->pique && p->leader == ELDER) {
            int has = (p->pique - 1) / 2 + points, in_play = (p->pique - 1) % 2 || points;
            *pique = has >= THIRTY && in_play;
            p->pique = *pique ? 0 : 1 + 2 * (has < THIRTY ? has : THIRTY) + in_play;
            points += *pique ? PIQUE : 0;
        } else if (points)
            p->pique = 0;
        p->hands[p->leader] &= ~(UINT64_C(1) << card), p->lead = card;
        points = p->leader == ELDER ? points : -points;
    } else {
        uint64_t left = hands[ELDER] | hands[YOUNGER];
        trick t = trick_of(s, &n, decode(n.suits).low, place_of(left, p->lead), place_of(left, card), 1);
        p->hands[1 - p->leader] &= ~(UINT64_C(1) << card), p->leader = t.then.leader, p->lead = -1;
        p->won[p->leader]++, p->pique = t.then.pique, *pique |= t.pique;
        points = t.points[ELDER] - t.points[YOUNGER];
    }
    uint64_t hand = p->hands[to_act(p)], suit = p->lead < 0 ? hand : hand & UINT64_C(0x1FF) << p->lead / RANKS * RANKS;
    p->cards = suit ? suit : hand;
    return points;
}

/* Play a card, if it is not negative, and then the first of the other player's best cards, or the `last` of them, until
 * the one who has played is to act. `tied` is set if there are several. */
static int course(search *s, dd_position p, int card, int last, dd_course *found, int *tied) {
    if (!is_possible(&p) || (card >= 0 && !(p.cards >> card & 1))) return NO_SUCH_POSITION;
    int own = to_act(&p), brought = s->rules->early ? 0 : s->rules->haul[p.won[ELDER]] - s->rules->haul[p.won[YOUNGER]];
    int32_t pique = 0;
    s->tricks = many(p.hands[p.leader]) + (p.lead >= 0) + p.won[0] + p.won[1];
    for (*found = (dd_course){0};; found->seen = found->seen << 6 | (card + 1)) {
        if (card >= 0) brought += step(s, &p, card, &pique);
        dd_choice choices[TRICKS] = {{.won = p.won[ELDER]}};
        int guess = 0, count = many(p.cards), best = 0, status = count ? solve(s, &p, 0, choices, &guess) : OK;
        if (status != OK) return status;
        if (!count || to_act(&p) == own) {
            found->count = count ? count : 1;
            for (int at = 0; at < found->count; at++) {
                found->value[at] = (int16_t)(brought + choices[at].value), found->won[at] = (int8_t)choices[at].won;
                found->pique[at] = (int8_t)(pique | choices[at].pique);
            }
            return OK;
        }
        int several = 0;
        for (int at = 1; at < count; at++) {
            int more = (choices[at].value - choices[best].value) * (own == ELDER ? -1 : 1);
            several = more > 0 ? 0 : several | !more;
            if (more > 0 || (!more && last)) best = at;
        }
        *tied |= several, card = choices[best].card;
    }
}

/* Of each of the positions the course after a card, if it is not negative: that with the first of the other player's best
 * cards and that with the last. Returns a status. */
int dd_courses(const dd_rules *rules, const dd_position *positions, int32_t count, int32_t card, dd_course *courses,
               uint64_t *expanded, dd_table *table) {
    search s = {.rules = rules, .table = table};
    int status = OK;
    for (int32_t at = 0; at < count && status == OK; at++, courses += 2) {
        int tied = 0;
        status = course(&s, positions[at], card, 0, courses, &tied);
        courses[1] = courses[0];
        if (tied && status == OK) status = course(&s, positions[at], card, 1, courses + 1, &tied);
    }
    *expanded = s.expanded;
    return status;
}

/* ---- which cards a player throws away: discard_policy.py has the same tables, and adds them in the same order */

enum { MASKS = 1 << RANKS };

#define ROUNDING 1e-6

typedef struct {
    const double *suit, *point, *sets;
    const int64_t *number;
    int8_t many[MASKS];
    double most;
    int64_t kept; /* what promises most; of several discards the first one in the order of discards_of */
} policy;

static int ranks_of(int64_t hand, int suit) { return hand >> suit * RANKS & (MASKS - 1); }

/* Keep cards of this suit and those after it, but for `away`; the suits before it promise `found` and a point. A choice is
 * given up if it promises less than the best even with all cards after it: more cards never promise less. */
static void keep(policy *p, int64_t hand, int suit, int away, int64_t kept, double found, double point, int64_t number) {
    if (suit == SUITS) {
        double promised = p->sets[number];
        for (int each = 0; each < SUITS; each++) promised += p->suit[ranks_of(kept, each)];
        promised += point;
        if (promised > p->most) p->most = promised, p->kept = kept;
        return;
    }
    double most = found, of_point = point;
    int64_t all = number;
    for (int later = suit; later < SUITS; later++) {
        int ranks = ranks_of(hand, later);
        most += p->suit[ranks], all += p->number[ranks];
        if (p->point[ranks] > of_point) of_point = p->point[ranks];
    }
    if (most + p->sets[all] + of_point < p->most - ROUNDING) return;
    int own = ranks_of(hand, suit), later = many((uint64_t)hand >> (suit + 1) * RANKS);
    for (int some = 0;; some = (some - own) & own) {
        int left = away - p->many[own ^ some];
        if (left >= 0 && left <= later)
            keep(p, hand, suit + 1, left, kept | (int64_t)some << suit * RANKS, found + p->suit[some],
                 p->point[some] > point ? p->point[some] : point, number + p->number[some]);
        if (some == own) return;
    }
}

/* Of each of the hands the discard of `size` cards after which the cards kept promise most. */
void dd_thrown(const double *suit, const double *point, const double *sets, const int64_t *number, const int64_t *hands,
               int32_t count, int32_t size, int64_t *discards) {
    policy p = {suit, point, sets, number, {0}, 0, 0};
    for (int mask = 1; mask < MASKS; mask++) p.many[mask] = (int8_t)(p.many[mask >> 1] + (mask & 1));
    for (int32_t at = 0; at < count; at++) {
        p.most = -FAR_OFF, p.kept = 0;
        keep(&p, hands[at], 0, size, 0, 0, 0, 0);
        discards[at] = hands[at] ^ p.kept;
    }
}

/* What kernel.py checks before it uses a library: the layout of the structures, and the source that it was made of. */
uint64_t dd_abi(void) {
    uint64_t sizes = (uint64_t)sizeof(dd_rules) << 32 | sizeof(dd_position) << 16 | sizeof(dd_choice);
    return (uint64_t)DD_ABI << 56 | (uint64_t)sizeof(dd_course) << 48 | sizes;
}

const char *dd_source(void) { return DD_SOURCE; }

/** A row of the board, as far as its place matters. */
export interface Placed {
  rank: number
  user: { id: string; fullName: string }
}

export interface Rise {
  places: number
  at: number
}

/** What the board shows, and what it has yet to show. */
export interface BoardState<Entry extends Placed> {
  shown: readonly Entry[]
  /** The newest board, held until rows may move again. */
  waiting: readonly Entry[] | null
  movedAt: number
  /** Who rose, by how many places and when; by user id. */
  risen: ReadonlyMap<string, Rise>
}

/** At most one move in this time; what happens meanwhile is gathered into the next. */
export const MOVE_EVERY = 2000
/** How long a rise stays marked, its fading included. */
export const RISE_MARKED = 4600
/** How many rows the board shows (spec §9). */
export const TOP = 5

export function startBoard<Entry extends Placed>(entries: readonly Entry[]): BoardState<Entry> {
  return { shown: entries, waiting: null, movedAt: Number.NEGATIVE_INFINITY, risen: new Map() }
}

/** Takes a newer board: at once where no row changes its place or the last move is long enough ago, else it waits. */
export function receiveBoard<Entry extends Placed>(
  state: BoardState<Entry>,
  entries: readonly Entry[],
  now: number,
): BoardState<Entry> {
  if (sameOrder(state.shown, entries)) return { ...state, shown: entries, waiting: null }
  if (now - state.movedAt < MOVE_EVERY) return { ...state, waiting: entries }
  return {
    shown: entries,
    waiting: null,
    movedAt: now,
    risen: new Map([...stillMarked(state, entries, now), ...risesBetween(state.shown, entries, now)]),
  }
}

/** Milliseconds until the waiting board may be shown; null when none waits. */
export const moveDueIn = (state: BoardState<Placed>, now: number): number | null =>
  state.waiting ? Math.max(0, state.movedAt + MOVE_EVERY - now) : null

function sameOrder(before: readonly Placed[], after: readonly Placed[]): boolean {
  const ids = (entries: readonly Placed[]) => entries.slice(0, TOP).map(({ user }) => user.id)
  return ids(before).join() === ids(after).join()
}

function risesBetween(before: readonly Placed[], after: readonly Placed[], at: number): [string, Rise][] {
  const places = new Map(before.map(({ user }, index) => [user.id, index]))
  return after.slice(0, TOP).flatMap(({ user }, index): [string, Rise][] => {
    // Someone new on the board came from beneath its last row.
    const rose = (places.get(user.id) ?? before.length) - index
    return rose > 0 ? [[user.id, { places: rose, at }]] : []
  })
}

/** Marks that are not over yet, of those who have not fallen since. */
function stillMarked({ shown, risen }: BoardState<Placed>, after: readonly Placed[], now: number): [string, Rise][] {
  const placeIn = (entries: readonly Placed[], id: string) => entries.findIndex(({ user }) => user.id === id)
  return [...risen].filter(([id, rise]) => now - rise.at < RISE_MARKED && placeIn(after, id) <= placeIn(shown, id))
}

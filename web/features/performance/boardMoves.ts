/** A row of the board, as far as its place matters. */
export interface RankedEntry {
  rank: number
  user: { id: string; fullName: string }
}

export interface Rise {
  places: number
  at: number
}

/** What the board shows, and what it has yet to show. */
export interface BoardState<Entry extends RankedEntry> {
  shown: readonly Entry[]
  /** The newest board, held until rows may move again. */
  pending: readonly Entry[] | null
  movedAt: number
  /** Who rose, by how many places and when; by user id. */
  rises: ReadonlyMap<string, Rise>
}

/** At most one move in this time; what happens meanwhile is gathered into the next. */
export const MOVE_INTERVAL_MS = 2000
/** How long a rise stays marked, its fading included. */
export const RISE_HIGHLIGHT_MS = 4600
/** How many rows the board shows (spec §9). */
export const BOARD_SIZE = 5

export function initialBoard<Entry extends RankedEntry>(entries: readonly Entry[]): BoardState<Entry> {
  return { shown: entries, pending: null, movedAt: Number.NEGATIVE_INFINITY, rises: new Map() }
}

/** Takes a newer board: at once where no row changes its place or the last move is long enough ago, else it waits. */
export function updateBoard<Entry extends RankedEntry>(
  state: BoardState<Entry>,
  entries: readonly Entry[],
  now: number,
): BoardState<Entry> {
  if (isSameOrder(state.shown, entries)) return { ...state, shown: entries, pending: null }
  if (now - state.movedAt < MOVE_INTERVAL_MS) return { ...state, pending: entries }
  return {
    shown: entries,
    pending: null,
    movedAt: now,
    rises: new Map([...activeRises(state, entries, now), ...risesBetween(state.shown, entries, now)]),
  }
}

/** Milliseconds until the waiting board may be shown; null when none waits. */
export const msUntilMove = (state: BoardState<RankedEntry>, now: number): number | null =>
  state.pending ? Math.max(0, state.movedAt + MOVE_INTERVAL_MS - now) : null

function isSameOrder(before: readonly RankedEntry[], after: readonly RankedEntry[]): boolean {
  const ids = (entries: readonly RankedEntry[]) => entries.slice(0, BOARD_SIZE).map(({ user }) => user.id)
  return ids(before).join() === ids(after).join()
}

function risesBetween(before: readonly RankedEntry[], after: readonly RankedEntry[], at: number): [string, Rise][] {
  const places = new Map(before.map(({ user }, index) => [user.id, index]))
  return after.slice(0, BOARD_SIZE).flatMap(({ user }, index): [string, Rise][] => {
    // Someone new on the board came from beneath its last row.
    const rose = (places.get(user.id) ?? before.length) - index
    return rose > 0 ? [[user.id, { places: rose, at }]] : []
  })
}

/** Marks that are not over yet, of those who have not fallen since. */
function activeRises(
  { shown, rises: risen }: BoardState<RankedEntry>,
  after: readonly RankedEntry[],
  now: number,
): [string, Rise][] {
  const placeIn = (entries: readonly RankedEntry[], id: string) => entries.findIndex(({ user }) => user.id === id)
  return [...risen].filter(
    ([id, rise]) => now - rise.at < RISE_HIGHLIGHT_MS && placeIn(after, id) <= placeIn(shown, id),
  )
}

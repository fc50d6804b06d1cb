/** The fields of a board row that the moves depend on. */
export interface RankedEntry {
  rank: number
  user: { id: string; fullName: string }
}

export interface Rise {
  places: number
  at: number
}

/** The rows on screen, and those that wait to be shown. */
export interface BoardState<Entry extends RankedEntry> {
  visible: readonly Entry[]
  /** The newest board, until rows may move again; otherwise null. */
  pending: readonly Entry[] | null
  movedAt: number
  /** Rows that moved up, with the number of places and the time, by user id. */
  rises: ReadonlyMap<string, Rise>
}

/** Rows move at most this often. Changes in between are combined into the next move. */
export const MOVE_INTERVAL_MS = 2000
/** Duration of the mark on a row that moved up, including the fade. */
export const RISE_HIGHLIGHT_MS = 4600
/** Rows of the board (spec §9). */
export const BOARD_SIZE = 5

export function initialBoard<Entry extends RankedEntry>(entries: readonly Entry[]): BoardState<Entry> {
  return { visible: entries, pending: null, movedAt: Number.NEGATIVE_INFINITY, rises: new Map() }
}

/**
 * The state after a newer board arrives. It is shown at once if no row changes its place or the last move is long
 * enough ago; otherwise it is pending.
 */
export function updateBoard<Entry extends RankedEntry>(
  state: BoardState<Entry>,
  entries: readonly Entry[],
  now: number,
): BoardState<Entry> {
  if (isSameOrder(state.visible, entries)) return { ...state, visible: entries, pending: null }
  if (now - state.movedAt < MOVE_INTERVAL_MS) return { ...state, pending: entries }
  return {
    visible: entries,
    pending: null,
    movedAt: now,
    rises: new Map([...activeRises(state, entries, now), ...risesBetween(state.visible, entries, now)]),
  }
}

/** Milliseconds until the pending board may be shown; null if there is none. */
export const msUntilMove = (state: BoardState<RankedEntry>, now: number): number | null =>
  state.pending ? Math.max(0, state.movedAt + MOVE_INTERVAL_MS - now) : null

function isSameOrder(before: readonly RankedEntry[], after: readonly RankedEntry[]): boolean {
  const ids = (entries: readonly RankedEntry[]) => entries.slice(0, BOARD_SIZE).map(({ user }) => user.id)
  return ids(before).join() === ids(after).join()
}

function risesBetween(before: readonly RankedEntry[], after: readonly RankedEntry[], at: number): [string, Rise][] {
  const places = new Map(before.map(({ user }, index) => [user.id, index]))
  return after.slice(0, BOARD_SIZE).flatMap(({ user }, index): [string, Rise][] => {
    // A new row comes from below the last place.
    const rose = (places.get(user.id) ?? before.length) - index
    return rose > 0 ? [[user.id, { places: rose, at }]] : []
  })
}

/** The marks that have not ended, except those of rows that fell since. */
function activeRises(
  { visible, rises }: BoardState<RankedEntry>,
  after: readonly RankedEntry[],
  now: number,
): [string, Rise][] {
  const placeIn = (entries: readonly RankedEntry[], id: string) => entries.findIndex(({ user }) => user.id === id)
  return [...rises].filter(
    ([id, rise]) => now - rise.at < RISE_HIGHLIGHT_MS && placeIn(after, id) <= placeIn(visible, id),
  )
}

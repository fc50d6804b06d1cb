import type { KnockFlag } from '../gql/graphql.ts'
import type { Point } from '../lib/distance.ts'
import { lazyPart } from '../lib/lazyPart.ts'

// Few knocks have flags.
const KnockFlags = lazyPart(async () => (await import('./KnockFlags.tsx')).KnockFlags)

interface KnockFlagNoteProps {
  /** Undefined in an answer that was stored on this device by an earlier release. */
  flags: readonly KnockFlag[] | undefined
  /** Where the door is. */
  door: Point | undefined
}

/** Says in words what was wrong with a knock. Renders nothing if nothing was. */
export const KnockFlagNote = ({ flags, door }: KnockFlagNoteProps) =>
  flags && flags.length > 0 ? <KnockFlags flags={flags} door={door} /> : null

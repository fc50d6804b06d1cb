import type { SyncMutation } from '../../gql/graphql.ts'
import type { OutboxItem, Refusal } from './outboxItems.ts'

/** The server's answer for one action. */
export type SendResult = SyncMutation['sync'][number]

/**
 * Why a request failed: `unreachable` and `stopped` (the session is over, say) leave the items as they are; `server` may
 * be the fault of one item.
 */
export class SendError extends Error {
  constructor(
    readonly kind: 'unreachable' | 'stopped' | 'server',
    message: string,
  ) {
    super(message)
  }
}

/** Sends the actions to the server. One per tab. */
export interface OutboxSender {
  /** Sends items in order and resolves to the result of each. Throws a `SendError`. */
  send(items: readonly OutboxItem[]): Promise<readonly SendResult[]>
  /** Uploads the first photo of a knock and resolves to the changed properties of the item. Throws a `SendError`. */
  upload(item: OutboxItem): Promise<Partial<OutboxItem>>
  /** Called with what the server carried out, before the items leave the outbox. */
  onApplied(items: readonly OutboxItem[]): void
  /**
   * The id of the property that is saved where this item's could not be saved; undefined if there is none. Throws a
   * `SendError`.
   */
  findSavedProperty(item: OutboxItem): Promise<string | undefined>
}

/** Why an action was refused. */
export const refusalOf = ({ code, message }: SendResult): Refusal => ({
  code: code ?? 'INTERNAL',
  message: message ?? 'The server refused it.',
})

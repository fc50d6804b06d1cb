/** Subscribes to the changes of every tenant instead of one. */
export const allTenants = '*'

/** Every process listens to this channel. Its hints have the ids of users whose sessions changed. */
export const sessionsChannel = 'porchlight_live_sessions'

/** Every process listens to this channel, on which the others tell what they took from rate limits. */
export const takenChannel = 'porchlight_live_taken'

/** Every process that does work later listens to this channel, on which the others tell what is due. */
export const dueChannel = 'porchlight_live_due'

/** The channel of the hints of one tenant, or of `allTenants`. */
export function channelOf(tenantId: string): string {
  return `porchlight_live_${tenantId === allTenants ? 'all' : tenantId.replaceAll('-', '')}`
}

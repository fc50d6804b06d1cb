import { defineEntity, type InferEntity } from '@mikro-orm/core'

/** A sign-in session. The database stores only the hash of its token. */
export const Session = defineEntity({
  name: 'Session',
  tableName: 'sessions',
  properties: (p) => ({
    tokenHash: p.blob().primary(),
    id: p.uuid(),
    userId: p.uuid(),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
    endedAt: p.datetime().nullable(),
    /** The browser and the system that signed in, in words. */
    device: p.string().nullable(),
    /** The network of the last use, without its last part. */
    address: p.string().nullable(),
  }),
})
export type Session = InferEntity<typeof Session>

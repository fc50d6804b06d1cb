import { KnockSession } from './knock.ts'
import { Session } from './session.ts'
import { Tenant } from './tenant.ts'
import { User } from './user.ts'

/** The entities of the application's connections: the records that are written one at a time. */
export const entities = [Tenant, User, Session, KnockSession]

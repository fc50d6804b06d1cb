import { Knock, KnockSession } from './knock.ts'
import { Lead } from './lead.ts'
import { Property } from './property.ts'
import { Session } from './session.ts'
import { Tenant } from './tenant.ts'
import { User } from './user.ts'

/** The entities of the application's connections. */
export const entities = [Tenant, User, Session, Property, Lead, Knock, KnockSession]

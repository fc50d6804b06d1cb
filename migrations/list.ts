import type { MigrationObject } from '@mikro-orm/core'
import { Foundation } from './0001_foundation.ts'

/** Every migration, oldest first. Forward only: what has been released is never edited. */
export const migrations: MigrationObject[] = [{ name: '0001_foundation', class: Foundation }]

import { Arg, Ctx, Mutation, Resolver } from 'type-graphql'
import type { Context } from '../context.ts'
import type { ExportedList } from '../domain/enums.ts'
import { Malformed } from '../domain/errors.ts'
import { nullable } from '../schema/common.ts'
import { ActivityFilter, ActivityOrder } from '../schema/activity.ts'
import { ExportedListEnum } from '../schema/enums.ts'
import { Job } from '../schema/jobs.ts'
import { LeadFilter, LeadOrder } from '../schema/leads.ts'
import { PropertyFilter, PropertyOrder } from '../schema/properties.ts'
import { UserFilter, UserOrder } from '../schema/users.ts'
import { exportEverything, exportList } from '../usecases/exports/exports.ts'
import type { Selection } from '../usecases/exports/selection.ts'

const BomArg = () =>
  Arg('bom', () => Boolean, {
    defaultValue: false,
    description: 'Begin CSV files with a byte order mark, without which Excel does not read them as UTF-8.',
  })

@Resolver()
export class ExportsResolver {
  @Mutation(() => Job, {
    description: 'Starts a job that writes a list to a CSV file. `GET /api/jobs/{id}/file` gives the file for a day.',
  })
  exportList(
    @Ctx('ctx') ctx: Context,
    @Arg('list', () => ExportedListEnum, { description: 'The list to export.' }) list: ExportedList,
    @Arg('leads', () => LeadFilter, nullable('Only these leads, if leads are exported.')) leads?: LeadFilter,
    @Arg('leadOrder', () => LeadOrder, nullable('The order of leads; newest first by default.')) leadOrder?: LeadOrder,
    @Arg('properties', () => PropertyFilter, nullable('Only these properties, if properties are exported.'))
    properties?: PropertyFilter,
    @Arg('propertyOrder', () => PropertyOrder, nullable('The order of properties; newest first by default.'))
    propertyOrder?: PropertyOrder,
    @Arg('users', () => UserFilter, nullable('Only these accounts, if accounts are exported.')) users?: UserFilter,
    @Arg('userOrder', () => UserOrder, nullable('The order of accounts; newest first by default.'))
    userOrder?: UserOrder,
    @Arg('activity', () => ActivityFilter, nullable('Only these events, if the activity log is exported.'))
    activity?: ActivityFilter,
    @Arg('activityOrder', () => ActivityOrder, nullable('The order of events; the latest first by default.'))
    activityOrder?: ActivityOrder,
    @BomArg() bom?: boolean,
  ): Promise<Job> {
    const filters = { leads, properties, users, activity }
    const other = Object.entries(filters).find(([name, filter]) => filter && name !== list)
    if (other) throw new Malformed(`A filter of ${other[0]} does not fit the list ${list}.`)
    const orders = { leads: leadOrder, properties: propertyOrder, users: userOrder, activity: activityOrder }
    const selection = { list, filter: filters[list] ?? {}, order: orders[list] } as Selection
    return exportList(ctx, selection, { bom })
  }

  @Mutation(() => Job, {
    description:
      'Starts a job that writes everything of the tenant to a zip file of CSV files, with a README.txt that explains them.',
  })
  exportEverything(@Ctx('ctx') ctx: Context, @BomArg() bom?: boolean): Promise<Job> {
    return exportEverything(ctx, { bom })
  }
}

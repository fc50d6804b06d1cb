import { Arg, Args, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql'
import type { Context } from '../context.ts'
import { clampLimit } from '../domain/paging.ts'
import type { RegistryMatch } from '../domain/registries/registryMatches.ts'
import { toConnection } from '../graphql/connections.ts'
import type { Loaders } from '../graphql/loaders.ts'
import { InputArg, nullable, UserRef } from '../schema/common.ts'
import { RowDecisionInput } from '../schema/imports.ts'
import { Job } from '../schema/jobs.ts'
import {
  Registry,
  RegistryCounts,
  RegistryDetails,
  RegistryEntriesArgs,
  RegistryEntryConnection,
  RegistryInput,
} from '../schema/registries.ts'
import type { Job as StoredJob } from '../usecases/jobs/jobRows.ts'
import { registryCountsOf, registryDetailsOf, startRegistryImport } from '../usecases/registries/importRegistry.ts'
import {
  countRegistryEntries,
  decideRegistryEntries,
  listRegistries,
  listRegistryEntries,
  type RegistryView,
} from '../usecases/registries/registries.ts'

@Resolver(() => Registry)
export class RegistriesResolver {
  @Query(() => [Registry], {
    description:
      "The newest 100 cities' lists of doors where nobody may knock, the newest first, also those that have ended. Only for owners and admins.",
  })
  registries(
    @Ctx('ctx') ctx: Context,
    @Arg('expiring', () => Boolean, { defaultValue: false, description: 'Only those with an `expiryNotice`.' })
    expiring: boolean,
  ): Promise<RegistryView[]> {
    return listRegistries(ctx, { expiring })
  }

  @Query(() => RegistryEntryConnection, {
    description: "The addresses of a city's list in its order; those of a check are kept for a day.",
  })
  async registryEntries(
    @Ctx('ctx') ctx: Context,
    @Args(() => RegistryEntriesArgs) { registryId, match, first, after }: RegistryEntriesArgs,
  ) {
    const page = await listRegistryEntries(ctx, registryId, match, { limit: clampLimit(first), after })
    return { ...toConnection(page, after), registryId, match }
  }

  @Mutation(() => Job, {
    description:
      "Starts a job that imports a city's list from text. Its addresses are compared with the saved properties; the doors that are the same are marked, and those that only the city's earlier list had may be knocked again.",
  })
  importRegistry(
    @Ctx('ctx') ctx: Context,
    @InputArg(RegistryInput, 'The text of the list, and when it is in force.') { listText, ...input }: RegistryInput,
  ): Promise<Job> {
    return startRegistryImport(ctx, { filename: 'Pasted text', content: Buffer.from(listText) }, input)
  }

  @Mutation(() => Registry, {
    description:
      "Decides unsure addresses of a city's list: SAME marks the property, NEW keeps the address for a property that is saved later, SKIP leaves it out. If one decision is refused, none is taken.",
  })
  decideRegistryEntries(
    @Ctx('ctx') ctx: Context,
    @Arg('registryId', () => ID, { description: 'Id of the list.' }) registryId: string,
    @Arg('decisions', () => [RowDecisionInput], { description: 'At most 10,000 decisions, one for each address.' })
    decisions: RowDecisionInput[],
  ): Promise<RegistryView> {
    return decideRegistryEntries(ctx, registryId, decisions)
  }

  @FieldResolver(() => UserRef, nullable('Who imported it.'))
  importedBy(@Root() { importedBy }: RegistryView, @Ctx('loaders') loaders: Loaders): Promise<UserRef | null> {
    return loaders.user.load(importedBy)
  }
}

@Resolver(() => RegistryEntryConnection)
export class RegistryEntryConnectionResolver {
  @FieldResolver(() => Int, { description: 'Total number of items on all pages.' })
  totalCount(
    @Ctx('ctx') ctx: Context,
    @Root() { registryId, match }: { registryId: string; match?: RegistryMatch | null },
  ): Promise<number> {
    return countRegistryEntries(ctx, registryId, match)
  }
}

@Resolver(() => Job)
export class RegistryJobsResolver {
  @FieldResolver(() => RegistryDetails, nullable("The details of an import of a city's list; null for other jobs."))
  registry(@Root() job: StoredJob): RegistryDetails | null {
    return registryDetailsOf(job)
  }

  @FieldResolver(
    () => RegistryCounts,
    nullable("What the addresses of a city's list became; null for other jobs, and until it has ended."),
  )
  registryCounts(@Root() job: StoredJob): RegistryCounts | null {
    return registryCountsOf(job)
  }
}

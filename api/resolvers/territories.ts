import type { GraphQLResolveInfo } from 'graphql'
import { GraphQLDateTimeISO, GraphQLJSON } from 'graphql-scalars'
import {
  Arg,
  Args,
  Ctx,
  FieldResolver,
  ID,
  Info,
  Int,
  Mutation,
  Query,
  Resolver,
  Root,
  Subscription,
} from 'type-graphql'
import type { Context } from '../context.ts'
import { clampLimit } from '../domain/paging.ts'
import { authorize } from '../domain/permissions.ts'
import { checkVersion } from '../domain/versions.ts'
import { toConnection } from '../graphql/connections.ts'
import type { ResolverContext } from '../graphql/resolverContext.ts'
import { scalarFieldsOf } from '../graphql/scalarFields.ts'
import { watchChanges, type SubscribeOptions } from '../graphql/subscriptions.ts'
import { markReplayed } from '../rest/clientIds.ts'
import { FilterArg, IdArg, InputArg, nullable, PageArgs } from '../schema/common.ts'
import {
  AssignTerritoryArgs,
  DoorArea,
  TerritoryAroundArgs,
  CreateTerritoryInput,
  Pass,
  PassConnection,
  PassFilter,
  PassReport,
  StartPassInput,
  TerritoriesChanged,
  Territory,
  TerritoryConnection,
  TerritoryFilter,
  TerritoryPart,
  TerritoryPreview,
  TerritorySplitArgs,
  UpdateTerritoryInput,
} from '../schema/territories.ts'
import { areaAroundDoors } from '../usecases/territories/areaAroundDoors.ts'
import {
  archiveTerritory,
  assignTerritory,
  createTerritories,
  updateTerritory,
} from '../usecases/territories/changeTerritories.ts'
import { countPasses, endPass, listPasses, startPass } from '../usecases/territories/passes.ts'
import { readPassReport } from '../usecases/territories/passReport.ts'
import { previewTerritory } from '../usecases/territories/previewTerritory.ts'
import { splitTerritory } from '../usecases/territories/splitTerritory.ts'
import {
  countTerritories,
  listTerritories,
  readTerritory,
  type TerritoryFilter as Filter,
} from '../usecases/territories/territories.ts'

@Resolver()
export class TerritoriesResolver {
  @Query(() => TerritoryConnection, {
    description: 'The territories in use, or the archived ones, by name; for a rep those that they hold today.',
  })
  async territories(
    @Ctx('ctx') ctx: Context,
    @Args(() => PageArgs) { first, after }: PageArgs,
    @FilterArg(TerritoryFilter, 'territories') filter?: TerritoryFilter,
  ) {
    const page = await listTerritories(ctx, filter ?? {}, { limit: clampLimit(first), after })
    return { ...toConnection(page, after), filter: filter ?? {} }
  }

  @Query(() => Territory, {
    description: 'A territory. Fails with NOT_FOUND for an unknown id, and for one that a rep does not hold today.',
  })
  territory(@Ctx('ctx') ctx: Context, @IdArg('Id of the territory.') id: string): Promise<Territory> {
    return readTerritory(ctx, id)
  }

  @Query(() => TerritoryPreview, {
    description:
      'Counts the doors of an area without saving it, and says what changes for those who hold the territory.',
  })
  territoryPreview(
    @Ctx('ctx') ctx: Context,
    @Arg('area', () => GraphQLJSON, { description: 'GeoJSON Polygon or MultiPolygon.' }) area: unknown,
    @Arg('territoryId', () => ID, nullable('The territory whose area it is to replace.')) territoryId?: string | null,
  ): Promise<TerritoryPreview> {
    return previewTerritory(ctx, area, territoryId)
  }

  @Query(() => DoorArea, {
    description:
      'An area around the doors with a ZIP code, around the saved properties that match a filter, or around the block at a place, with a small margin. Around a ZIP code or a block, it has no other doors unless they are mixed. Nothing is saved. At most 40,000 doors.',
  })
  territoryAround(
    @Ctx('ctx') ctx: Context,
    @Args(() => TerritoryAroundArgs) input: TerritoryAroundArgs,
  ): Promise<DoorArea> {
    return areaAroundDoors(ctx, input)
  }

  @Query(() => [TerritoryPart], {
    description:
      'Divides an area into parts that together are the area, with about the same number of doors each, in which each side of a street between two corners is whole. Each has at most 10 % more or fewer than an equal share unless a side has too many for that. Nothing is saved; the same area is always divided in the same way, into parts from north to south. At most 20,000 doors.',
  })
  territorySplit(
    @Ctx('ctx') ctx: Context,
    @Args(() => TerritorySplitArgs) input: TerritorySplitArgs,
  ): Promise<TerritoryPart[]> {
    return splitTerritory(ctx, input)
  }

  @Mutation(() => [Territory], {
    description:
      'Creates all of the territories, or none, at most 100 with 25,000 points together. At most 500 of a company are in use.',
  })
  async createTerritories(
    @Ctx() { ctx, response }: ResolverContext,
    @Arg('input', () => [CreateTerritoryInput], { description: 'The territories to create.' })
    input: CreateTerritoryInput[],
  ): Promise<Territory[]> {
    return markReplayed(response, await createTerritories(ctx, input)).territories
  }

  @Mutation(() => Territory, {
    description: 'Changes the given fields of a territory. Fails with CONFLICT for an archived one.',
  })
  updateTerritory(
    @Ctx('ctx') ctx: Context,
    @IdArg('Id of the territory.') id: string,
    @InputArg(UpdateTerritoryInput, 'Changes to apply.') { ifVersion, ...change }: UpdateTerritoryInput,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Territory> {
    return updateTerritory(
      ctx,
      id,
      change,
      checkVersion(ifVersion, (current) => scalarFieldsOf(info, current)),
    )
  }

  @Mutation(() => Territory, {
    description: 'Takes a territory out of use. Its history is kept, and nobody holds it after today.',
  })
  archiveTerritory(@Ctx('ctx') ctx: Context, @IdArg('Id of the territory.') id: string): Promise<Territory> {
    return archiveTerritory(ctx, id)
  }

  @Mutation(() => Territory, {
    description: 'Gives a territory to these users from a day on, in place of everybody else. Days before are kept.',
  })
  assignTerritory(
    @Ctx('ctx') ctx: Context,
    @Args(() => AssignTerritoryArgs) { id, ...holders }: AssignTerritoryArgs,
  ): Promise<Territory> {
    return assignTerritory(ctx, id, holders)
  }

  @Subscription(() => TerritoriesChanged, {
    description: 'Sends a notification after territories were drawn, changed, assigned or archived.',
    subscribe: ({ context: { ctx } }: SubscribeOptions<object>) => {
      authorize(ctx.actor, 'territory.read')
      return watchChanges(ctx, 'territories')
    },
  })
  territoriesChanged(@Root() changed: TerritoriesChanged): TerritoriesChanged {
    return changed
  }
}

@Resolver(() => TerritoryConnection)
export class TerritoryConnectionResolver {
  @FieldResolver(() => Int, { description: 'Total number of items on all pages.' })
  totalCount(@Ctx('ctx') ctx: Context, @Root() { filter }: { filter: Filter }): Promise<number> {
    return countTerritories(ctx, filter)
  }
}

@Resolver()
export class PassesResolver {
  @Query(() => PassConnection, { description: 'The passes of the company, the latest first.' })
  async passes(
    @Ctx('ctx') ctx: Context,
    @Args(() => PageArgs) { first, after }: PageArgs,
    @FilterArg(PassFilter, 'passes') filter?: PassFilter,
  ) {
    const page = await listPasses(ctx, filter ?? {}, { limit: clampLimit(first), after })
    return { ...toConnection(page, after), filter: filter ?? {} }
  }

  @Query(() => PassReport, {
    description: 'A pass with the figures of its territories, optionally as of an earlier time.',
  })
  pass(
    @Ctx('ctx') ctx: Context,
    @IdArg('Id of the pass.') id: string,
    @Arg('asOf', () => GraphQLDateTimeISO, nullable('Returns the figures as of this time.')) asOf?: Date,
  ): Promise<PassReport> {
    return readPassReport(ctx, id, asOf ?? null)
  }

  @Mutation(() => Pass, {
    description:
      'Starts a pass of territories. Fails with CONFLICT for a territory that is archived or in a pass that goes on.',
  })
  startPass(
    @Ctx('ctx') ctx: Context,
    @InputArg(StartPassInput, 'The pass to start.') input: StartPassInput,
  ): Promise<Pass> {
    return startPass(ctx, input)
  }

  @Mutation(() => Pass, { description: 'Ends a pass: later knocks do not count in it.' })
  endPass(@Ctx('ctx') ctx: Context, @IdArg('Id of the pass.') id: string): Promise<Pass> {
    return endPass(ctx, id)
  }
}

@Resolver(() => PassConnection)
export class PassConnectionResolver {
  @FieldResolver(() => Int, { description: 'Total number of items on all pages.' })
  totalCount(@Ctx('ctx') ctx: Context, @Root() { filter }: { filter: PassFilter }): Promise<number> {
    return countPasses(ctx, filter)
  }
}

import { Ctx, Mutation, Query, Resolver } from 'type-graphql'
import type { Context } from '../context.ts'
import { InputArg } from '../schema/common.ts'
import { DoorsForToday, TakeNearestDoorsInput, WalkingRoute, WalkingRouteInput } from '../schema/walkingRoutes.ts'
import { readDoorsForToday, returnDoors, takeNearestDoors } from '../usecases/walkingRoutes/nearestDoors.ts'
import { planWalkingRoute } from '../usecases/walkingRoutes/planWalkingRoute.ts'

@Resolver()
export class WalkingRoutesResolver {
  @Query(() => WalkingRoute, {
    description:
      'A short walk past open doors: where nobody has knocked, where nobody was home before today, and where the caller wanted to come back by today; in a territory also past houses that are not saved, unless the parcel provider bills. If they are more than the limit, the nearest.',
  })
  walkingRoute(
    @Ctx('ctx') ctx: Context,
    @InputArg(WalkingRouteInput, 'Where the route goes.') input: WalkingRouteInput,
  ): Promise<WalkingRoute> {
    return planWalkingRoute(ctx, input)
  }

  @Query(() => DoorsForToday, { description: 'The doors that the caller has taken for today.' })
  myDoorsForToday(@Ctx('ctx') ctx: Context): Promise<DoorsForToday> {
    return readDoorsForToday(ctx)
  }

  @Mutation(() => DoorsForToday, {
    description:
      'Takes the nearest 40 open doors within 5 km for today, in place of those taken before. Left out are those that another rep has taken and those in a territory that somebody holds today. Fails with CANNOT_TAKE_DOORS if the company does not allow it, or the caller holds a territory today.',
  })
  takeNearestDoors(
    @Ctx('ctx') ctx: Context,
    @InputArg(TakeNearestDoorsInput, 'Where the rep stands.') input: TakeNearestDoorsInput,
  ): Promise<DoorsForToday> {
    return takeNearestDoors(ctx, input)
  }

  @Mutation(() => DoorsForToday, { description: 'Gives back the doors that the caller has taken for today.' })
  returnDoors(@Ctx('ctx') ctx: Context): Promise<DoorsForToday> {
    return returnDoors(ctx)
  }
}

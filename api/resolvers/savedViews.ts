import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql'
import type { Context } from '../context.ts'
import { messages } from '../domain/messages.ts'
import type { ViewList } from '../domain/savedViews/viewLists.ts'
import { IdArg, InputArg, MessageResult } from '../schema/common.ts'
import { ViewListEnum } from '../schema/enums.ts'
import { CreateSavedViewInput, SavedView, UpdateSavedViewInput } from '../schema/savedViews.ts'
import { createSavedView, deleteSavedView, listSavedViews, updateSavedView } from '../usecases/savedViews/savedViews.ts'

@Resolver()
export class SavedViewsResolver {
  @Query(() => [SavedView], {
    description: 'Saved views of a list: those of the caller, and those that others in the tenant share.',
  })
  savedViews(
    @Ctx('ctx') ctx: Context,
    @Arg('list', () => ViewListEnum, { description: 'The list that the views show.' }) list: ViewList,
  ): Promise<SavedView[]> {
    return listSavedViews(ctx, list)
  }

  @Mutation(() => SavedView, {
    description: 'Saves a view. Fails with CONFLICT if the caller already has 50 views of the list.',
  })
  createSavedView(
    @Ctx('ctx') ctx: Context,
    @InputArg(CreateSavedViewInput, 'The view to save.') input: CreateSavedViewInput,
  ): Promise<SavedView> {
    return createSavedView(ctx, input)
  }

  @Mutation(() => SavedView, {
    description: 'Changes a view of the caller; for owners and admins, also a shared view of another user.',
  })
  updateSavedView(
    @Ctx('ctx') ctx: Context,
    @IdArg('Id of the view.') id: string,
    @InputArg(UpdateSavedViewInput, 'Changes to apply.') input: UpdateSavedViewInput,
  ): Promise<SavedView> {
    return updateSavedView(ctx, id, input)
  }

  @Mutation(() => MessageResult, {
    description: 'Deletes a view of the caller; for owners and admins, also a shared view of another user.',
  })
  async deleteSavedView(@Ctx('ctx') ctx: Context, @IdArg('Id of the view.') id: string): Promise<MessageResult> {
    await deleteSavedView(ctx, id)
    return { message: messages.savedViewDeleted }
  }
}

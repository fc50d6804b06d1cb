import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql'
import { messages } from '../domain/messages.ts'
import { checkPrint } from '../usecases/printing/printCheck.ts'
import {
  deleteTemplate,
  listMergeFields,
  listTemplateTags,
  listTemplates,
  type TemplateTagEntry as TagEntry,
  type TemplateView,
} from '../usecases/templates/templates.ts'
import { MessageResult } from '../schema/common.ts'
import { MergeField, PrintCheck, PrintSelection, Template, TemplateTagEntry } from '../schema/templates.ts'
import type { ResolverContext } from '../graphql/resolverContext.ts'

@Resolver(() => Template)
export class TemplatesResolver {
  @Query(() => [Template], { description: "The team's templates by name." })
  templates(@Ctx() { ctx }: ResolverContext): Promise<TemplateView[]> {
    return listTemplates(ctx)
  }

  @Query(() => [TemplateTagEntry], { description: 'What can be printed.' })
  templateTags(@Ctx() { ctx }: ResolverContext): Promise<TagEntry[]> {
    return listTemplateTags(ctx)
  }

  @Query(() => [MergeField], { description: 'What templates can be filled with.' })
  leadTemplateFields(@Ctx() { ctx }: ResolverContext): MergeField[] {
    return [...listMergeFields(ctx)]
  }

  @Query(() => PrintCheck, { description: 'What to know before these leads are printed.' })
  printCheck(
    @Arg('selection', () => PrintSelection, { description: 'Which leads are to be printed.' })
    selection: PrintSelection,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<PrintCheck> {
    return checkPrint(ctx, selection)
  }

  @Mutation(() => MessageResult, { description: 'Deletes a template.' })
  async deleteTemplate(
    @Arg('id', () => ID, { description: "The template's id." }) id: string,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<MessageResult> {
    await deleteTemplate(ctx, id)
    return { message: messages.templateDeleted }
  }
}

import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql'
import { messages } from '../domain/messages.ts'
import type { ResolverContext } from '../graphql/resolverContext.ts'
import { MessageResult } from '../schema/common.ts'
import { MergeField, PrintCheck, PrintSelection, Template, TemplateTagEntry } from '../schema/templates.ts'
import { checkPrint } from '../usecases/printing/printCheck.ts'
import {
  deleteTemplate,
  listMergeFields,
  listTemplateTags,
  listTemplates,
  type TemplateTagEntry as TagEntry,
  type TemplateView,
} from '../usecases/templates/templates.ts'

@Resolver(() => Template)
export class TemplatesResolver {
  @Query(() => [Template], { description: 'Templates of the tenant, sorted by name.' })
  templates(@Ctx() { ctx }: ResolverContext): Promise<TemplateView[]> {
    return listTemplates(ctx)
  }

  @Query(() => [TemplateTagEntry], { description: 'Template tags, each with its newest template.' })
  templateTags(@Ctx() { ctx }: ResolverContext): Promise<TagEntry[]> {
    return listTemplateTags(ctx)
  }

  @Query(() => [MergeField], { description: 'Merge fields that templates can use.' })
  leadTemplateFields(@Ctx() { ctx }: ResolverContext): MergeField[] {
    return [...listMergeFields(ctx)]
  }

  @Query(() => PrintCheck, { description: 'Checks the selected leads before printing.' })
  printCheck(
    @Arg('selection', () => PrintSelection, { description: 'The leads to print.' }) selection: PrintSelection,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<PrintCheck> {
    return checkPrint(ctx, selection)
  }

  @Mutation(() => MessageResult, { description: 'Deletes a template.' })
  async deleteTemplate(
    @Arg('id', () => ID, { description: 'Id of the template.' }) id: string,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<MessageResult> {
    await deleteTemplate(ctx, id)
    return { message: messages.templateDeleted }
  }
}

import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql'
import type { Context } from '../context.ts'
import { messages } from '../domain/messages.ts'
import { IdArg, MessageResult } from '../schema/common.ts'
import { MergeField, Template, TemplateTagEntry, UpdateTemplateInput } from '../schema/templates.ts'
import {
  addStarterTemplates,
  deleteTemplate,
  listMergeFields,
  listPrintableTemplates,
  listTemplateTags,
  listTemplates,
  type TemplateTagEntry as TagEntry,
  type TemplateView,
  updateTemplate,
} from '../usecases/templates/templates.ts'

@Resolver(() => Template)
export class TemplatesResolver {
  @Query(() => [Template], { description: 'Templates of the tenant, sorted by name.' })
  templates(@Ctx('ctx') ctx: Context): Promise<TemplateView[]> {
    return listTemplates(ctx)
  }

  @Query(() => [Template], { description: 'Templates that letters can be printed from, sorted by name.' })
  printableTemplates(@Ctx('ctx') ctx: Context): Promise<TemplateView[]> {
    return listPrintableTemplates(ctx)
  }

  @Query(() => [TemplateTagEntry], { description: 'Template tags, each with its newest template.' })
  templateTags(@Ctx('ctx') ctx: Context): Promise<TagEntry[]> {
    return listTemplateTags(ctx)
  }

  @Query(() => [MergeField], { description: 'Merge fields that templates can use.' })
  leadTemplateFields(@Ctx('ctx') ctx: Context): MergeField[] {
    return [...listMergeFields(ctx)]
  }

  @Mutation(() => Template, { description: 'Renames a template or changes its tag.' })
  updateTemplate(
    @Ctx('ctx') ctx: Context,
    @IdArg('Id of the template.') id: string,
    @Arg('input', () => UpdateTemplateInput, { description: 'The fields to change.' }) input: UpdateTemplateInput,
  ): Promise<TemplateView> {
    return updateTemplate(ctx, id, input)
  }

  @Mutation(() => [Template], {
    description: 'Adds a plain letter for each service type that has no template yet. Returns those that were added.',
  })
  addStarterTemplates(@Ctx('ctx') ctx: Context): Promise<TemplateView[]> {
    return addStarterTemplates(ctx)
  }

  @Mutation(() => MessageResult, { description: 'Deletes a template.' })
  async deleteTemplate(@Ctx('ctx') ctx: Context, @IdArg('Id of the template.') id: string): Promise<MessageResult> {
    await deleteTemplate(ctx, id)
    return { message: messages.templateDeleted }
  }
}

import { z } from 'zod'
import { messages } from '../domain/messages.ts'
import { parseTemplateTag, templateTags } from '../domain/templates/templateTags.ts'
import { listOf } from '../rest/present.ts'
import { booleanText, optionalText, templateTagText } from '../rest/parameters.ts'
import { presentTemplate } from '../rest/presenters.ts'
import { defineRoute } from '../rest/routeDefinition.ts'
import {
  itemResponse,
  listResponse,
  messageAndItemResponse,
  messageResponse,
  template,
  templateTagEntry,
} from '../rest/shapes.ts'
import {
  addStarterTemplates,
  deleteTemplate,
  listTemplates,
  listTemplateTags,
  readTemplateFile,
  updateTemplate,
  uploadTemplate,
} from '../usecases/templates/templates.ts'

const wordDocument = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

const templateChanges = z
  .object({
    name: optionalText('name').describe('File name; `.docx` is added if it is missing.'),
    tag: templateTagText.nullish().describe('Tag of the template; null or an empty text removes it.'),
  })
  .meta({ id: 'TemplateInput', example: { name: 'storm-follow-up.docx', tag: 'storm' } })
  .transform(({ name, tag }) => ({
    name,
    tag: tag === undefined ? undefined : tag ? parseTemplateTag(tag, 'tag') : null,
  }))

const uploadedTemplateResponse = messageAndItemResponse(template).extend({
  warnings: z
    .array(z.string())
    .describe('Text that looks like a field of another program and is printed as it is, such as «owner_name».'),
})

const ambiguousFilename = 'Several tenants have a template with this file name, and no tenant was chosen.'

export const templateRoutes = [
  defineRoute('get', '/templates/tags', {
    graphqlOperation: 'Query.templateTags',
    access: 'template.readTags',
    summary: 'List template tags',
    description: 'Each tag with its newest template.',
    response: listResponse(templateTagEntry),
    handle: async (ctx) => listOf(await listTemplateTags(ctx)),
  }),
  defineRoute('get', '/templates/list', {
    graphqlOperation: 'Query.templates',
    access: 'template.manage',
    summary: 'List templates',
    response: listResponse(template),
    handle: async (ctx) => listOf((await listTemplates(ctx)).map(presentTemplate)),
  }),
  defineRoute('get', '/templates/download/:id', {
    operationId: 'downloadTemplate',
    access: 'template.manage',
    summary: 'Download a template',
    params: { id: 'Id or file name of the template.' },
    response: { files: { [wordDocument]: 'The uploaded file, unchanged.' } },
    errors: { 422: ambiguousFilename },
    async handle(ctx, { params: { id }, response }) {
      const { filename, content } = await readTemplateFile(ctx, id!)
      response.attachment(filename).setHeader('Content-Type', wordDocument)
      response.send(content)
    },
  }),
  defineRoute('post', '/templates/upload', {
    operationId: 'uploadTemplate',
    access: 'template.manage',
    summary: 'Upload a template',
    description:
      'Replaces a template with the same file name if `replace` is `true`, in the query or in the form; it keeps its tag unless another is given.',
    query: z.object({ replace: booleanText.optional().describe('Replace a template with the same file name.') }),
    form: {
      file: 'A .docx file of at most 10 MB, without macros, external links or embedded objects.',
      fields: {
        tag: { description: 'Tag of the template.', enum: templateTags },
        replace: { description: 'Replace a template with the same file name.', enum: ['true', 'false'] },
      },
      maxBytes: 10 * 1024 * 1024,
      missingMessage: 'Please select a file to upload',
      tooLargeMessage: 'The template is too large. The maximum size is 10 MB.',
    },
    response: uploadedTemplateResponse,
    status: 201,
    errors: {
      409: 'A template with this file name exists, and `replace` is not set.',
      413: 'The file is larger than 10 MB.',
      415: 'The content type of the body is not multipart/form-data.',
      422: 'The file is missing or not a valid Word document, or the tag is not a template tag.',
    },
    async handle(ctx, { upload: { filename, content, fields }, query }) {
      const tag = fields['tag'] ? parseTemplateTag(fields['tag'], 'tag') : null
      const replace = query.replace ?? ['true', '1'].includes(fields['replace'] ?? '')
      const { warnings, ...uploaded } = await uploadTemplate(ctx, { filename, content, tag, replace })
      return { data: presentTemplate(uploaded), message: messages.templateUploaded, warnings }
    },
  }),
  defineRoute('post', '/templates/starters', {
    graphqlOperation: 'Mutation.addStarterTemplates',
    access: 'template.manage',
    summary: 'Add starter templates',
    description:
      'Adds a plain letter for each service type that has no template yet. The response lists those that were added.',
    response: listResponse(template),
    status: 201,
    handle: async (ctx) => listOf((await addStarterTemplates(ctx)).map(presentTemplate)),
  }),
  defineRoute('put', '/templates/:id', {
    graphqlOperation: 'Mutation.updateTemplate',
    access: 'template.manage',
    summary: 'Rename a template or change its tag',
    description: 'Omitted fields are unchanged.',
    params: { id: 'Id or file name of the template.' },
    body: templateChanges,
    response: itemResponse(template),
    errors: {
      409: 'Another template has this name.',
      422: `The name is empty, or the tag is not a template tag. ${ambiguousFilename}`,
    },
    handle: async (ctx, { params: { id }, body }) => ({ data: presentTemplate(await updateTemplate(ctx, id!, body)) }),
  }),
  defineRoute('delete', '/templates/:id', {
    graphqlOperation: 'Mutation.deleteTemplate',
    access: 'template.manage',
    summary: 'Delete a template',
    params: { id: 'Id or file name of the template.' },
    response: messageResponse,
    errors: { 422: ambiguousFilename },
    async handle(ctx, { params: { id } }) {
      await deleteTemplate(ctx, id!)
      return { message: messages.templateDeleted }
    },
  }),
]

import { messages } from '../domain/messages.ts'
import { parseTemplateTag, templateTags } from '../domain/templateTags.ts'
import { listOf } from '../rest/present.ts'
import { presentTemplate } from '../rest/presenters.ts'
import { defineRoute } from '../rest/routeDefinition.ts'
import { messageResponse, messageAndItemResponse, listResponse, template, templateTagEntry } from '../rest/shapes.ts'
import { readUpload } from '../rest/upload.ts'
import {
  deleteTemplate,
  listTemplates,
  listTemplateTags,
  readTemplateFile,
  uploadTemplate,
} from '../usecases/templates/templates.ts'

const wordDocument = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

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
    description: 'Replaces a template with the same file name.',
    form: {
      file: 'A .docx file of at most 10 MB, without macros, external links or embedded objects.',
      fields: { tag: { description: 'Tag of the template.', enum: templateTags } },
    },
    response: messageAndItemResponse(template),
    status: 201,
    errors: {
      413: 'The file is larger than 10 MB.',
      415: 'The content type of the body is not multipart/form-data.',
      422: 'The file is missing or not a valid Word document, or the tag is not a template tag.',
    },
    async handle(ctx, { request }) {
      const { filename, content, fields } = await readUpload(request, 'Please select a file to upload')
      const tag = fields['tag'] ? parseTemplateTag(fields['tag'], 'tag') : null
      const uploaded = await uploadTemplate(ctx, { filename, content, tag })
      return { data: presentTemplate(uploaded), message: messages.templateUploaded }
    },
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

import { messages } from '../domain/messages.ts'
import { templateTagOf, templateTags } from '../domain/templateTags.ts'
import {
  deleteTemplate,
  listTemplates,
  listTemplateTags,
  readTemplateFile,
  uploadTemplate,
} from '../usecases/templates.ts'
import { route } from './handler.ts'
import { presentTemplate } from './presenters.ts'
import { done, doneWith, many, template, templateTagEntry } from './shapes.ts'
import { readUpload } from './upload.ts'

const wordDocument = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

const whoseFile = 'Several tenants have a file of that name, and none was chosen.'

export const templateRoutes = [
  route({
    method: 'get',
    path: '/templates/tags',
    operationId: 'templateTags',
    twin: 'Query.templateTags',
    access: 'template.readTags',
    summary: 'List the tags that can be printed',
    description: 'Each with the newest template that has it.',
    answer: many(templateTagEntry),
    async handle(ctx) {
      const entries = await listTemplateTags(ctx)
      const data = entries.map(({ tag, template: filename, templateId }) => ({
        tag,
        template: filename,
        template_id: templateId,
      }))
      return { data, total: data.length }
    },
  }),
  route({
    method: 'get',
    path: '/templates/list',
    operationId: 'templates',
    twin: 'Query.templates',
    access: 'template.manage',
    summary: 'List templates',
    answer: many(template),
    async handle(ctx) {
      const templates = await listTemplates(ctx)
      return { data: templates.map(presentTemplate), total: templates.length }
    },
  }),
  route({
    method: 'get',
    path: '/templates/download/:id',
    operationId: 'downloadTemplate',
    access: 'template.manage',
    summary: 'Download a template',
    params: { id: 'The id of the template, or its file name.' },
    answer: { files: { [wordDocument]: 'The file as it was uploaded.' } },
    errors: { 422: whoseFile },
    async handle(ctx, { params: { id }, response }) {
      const { filename, content } = await readTemplateFile(ctx, id!)
      response.attachment(filename).setHeader('Content-Type', wordDocument)
      response.send(content)
    },
  }),
  route({
    method: 'post',
    path: '/templates/upload',
    operationId: 'uploadTemplate',
    access: 'template.manage',
    summary: 'Upload a template',
    description: 'A file of the same name is replaced.',
    form: {
      file: 'A .docx of 10 MB at most, without macros, outside links or embedded objects.',
      fields: { tag: { description: 'What it is for.', enum: templateTags } },
    },
    answer: doneWith(template),
    status: 201,
    errors: {
      413: 'The file is larger than 10 MB.',
      415: 'The body is no form.',
      422: 'There is no file, it is no usable Word document, or the tag is none of the fifteen.',
    },
    async handle(ctx, { request }) {
      const { filename, content, fields } = await readUpload(request, 'Please select a file to upload')
      const tag = fields['tag'] ? templateTagOf(fields['tag'], 'tag') : null
      const uploaded = await uploadTemplate(ctx, { filename, content, tag })
      return { data: presentTemplate(uploaded), message: messages.templateUploaded }
    },
  }),
  route({
    method: 'delete',
    path: '/templates/:id',
    operationId: 'deleteTemplate',
    twin: 'Mutation.deleteTemplate',
    access: 'template.manage',
    summary: 'Delete a template',
    params: { id: 'The id of the template, or its file name.' },
    answer: done,
    errors: { 422: whoseFile },
    async handle(ctx, { params: { id } }) {
      await deleteTemplate(ctx, id!)
      return { message: messages.templateDeleted }
    },
  }),
]

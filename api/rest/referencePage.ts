import { fieldsOf, exampleOf, typeOf } from './examples.ts'
import type { Content, OpenApiDocument, Operation, Parameter, Schema } from './openapiDocument.ts'
import { referenceStyle } from './referenceStyle.ts'

interface Entry {
  method: string
  path: string
  operation: Operation
}

/** The document as one page to read: no script, nothing from elsewhere. */
export function renderReference(document: OpenApiDocument): string {
  const entries = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Entry => ({ method, path, operation })),
  )
  const sections = document.tags.map(({ name, description }) => ({
    name,
    description,
    entries: entries.filter(({ operation }) => operation.tags.includes(name)),
  }))
  const menu = sections
    .map(
      ({ name, entries: listed }) =>
        `<li><a class="tag" href="#${anchor(name)}">${escaped(name)}</a><ul>${listed
          .map(
            ({ method, operation }) =>
              `<li><a href="#${operation.operationId}"><b class="m ${method}">${method}</b>${escaped(operation.summary)}</a></li>`,
          )
          .join('')}</ul></li>`,
    )
    .join('')
  const body = sections
    .map(
      ({ name, description, entries: listed }) =>
        `<section class="tag" aria-labelledby="${anchor(name)}"><h2 id="${anchor(name)}">${escaped(name)}</h2>${prose(description)}${listed
          .map((entry) => renderEntry(entry, document))
          .join('')}</section>`,
    )
    .join('')
  const { title, description } = document.info
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} REST reference</title>
<style>${referenceStyle}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the reference</a>
<header><a class="brand" href="/">${escaped(title)}</a><span>REST reference</span><a href="/api/openapi.json">openapi.json</a></header>
<nav class="wide" aria-label="Routes"><ul>${menu}</ul></nav>
<details class="narrow"><summary>All routes</summary><nav aria-label="All routes"><ul>${menu}</ul></nav></details>
<main id="content"><h1>${escaped(title)} REST reference</h1><div class="intro">${prose(description)}</div>${body}</main>
</body>
</html>`
}

/** Headers that nearly every route takes: the introduction tells of them once. */
const everywhere = new Set(['X-Tenant-Id', 'X-Impersonate-Role', 'If-None-Match'])

function renderEntry({ method, path, operation }: Entry, document: OpenApiDocument): string {
  const { schemas } = document.components
  const parameters = (operation.parameters ?? [])
    .map((given) => followed(given, document))
    .filter(({ name }) => !everywhere.has(name))
  const rows = parameters.map((one) => ({
    depth: 0,
    name: one.name,
    type: typeOf(one.schema, schemas),
    required: one.required,
    description: `${one.description ?? ''}${one.in === 'query' ? '' : ` In the ${one.in}.`}`,
  }))
  const [success, refusals] = split(operation)
  return `<article id="${operation.operationId}">
<div class="says">
<h3>${escaped(operation.summary)}</h3>
<p class="line"><b class="m ${method}">${method}</b><code>/api${escaped(path).replaceAll('/', '/<wbr>')}</code></p>
${prose(operation.description ?? '')}
<p class="facts">${facts(operation)}</p>
${table('Parameters', rows)}
${Object.entries(operation.requestBody?.content ?? {})
  .map(([type, { schema }]) => table(`Body: ${type}`, fieldsOf(schema, schemas)))
  .join('')}
${success.map(([status, answer]) => renderAnswer(status, answer, schemas)).join('')}
${refusals.length > 0 ? `<h4>Refusals</h4><ul class="refusals">${refusals.map(([status, { description }]) => `<li><b>${status}</b><span>${inline(description)}</span></li>`).join('')}</ul>` : ''}
</div>
<div class="shows">
<h4>Call</h4><pre tabindex="0">${escaped(curlOf({ method, path, operation }, parameters, schemas))}</pre>
${success.map(([status, answer]) => renderSample(status, answer.content)).join('')}
</div>
</article>`
}

type Answers = [string, Operation['responses'][string]][]

function split(operation: Operation): [Answers, Answers] {
  const all = Object.entries(operation.responses)
  return [all.filter(([status]) => status < '300'), all.filter(([status]) => status >= '300')]
}

function facts(operation: Operation): string {
  const permission = operation['x-permission']
  const who: Record<string, string> = {
    public: 'Open to anybody',
    session: 'Anybody who is signed in, also while a password change is due',
    signedIn: 'Anybody who is signed in',
  }
  const allowed = who[permission] ?? `Needs <code>${escaped(permission)}</code>`
  const twin = operation['x-graphql']
  return `${allowed}${twin ? ` · in GraphQL <code>${escaped(twin)}</code>` : ''}`
}

function table(title: string, rows: ReturnType<typeof fieldsOf>): string {
  if (rows.length === 0) return ''
  const cells = rows.map(
    ({ depth, name, type, required, description }) =>
      `<li class="d${Math.min(depth, 4)}"><p><code>${escaped(name)}</code> <span class="type">${escaped(type)}</span>${required ? ' <span class="required">required</span>' : ''}</p>${prose(description)}</li>`,
  )
  return `<h4>${escaped(title)}</h4><ul class="fields">${cells.join('')}</ul>`
}

function renderAnswer(
  status: string,
  { description, content }: Answers[number][1],
  schemas: Record<string, Schema>,
): string {
  if (!content) return `<h4>${status}</h4>${prose(description)}`
  const json = content['application/json']
  if (json) return table(`${status}: application/json`, fieldsOf(json.schema, schemas).map(always))
  const files = Object.entries(content).map(
    ([type, { schema }]) => `<li><p><code>${escaped(type)}</code></p>${prose(schema.description ?? '')}</li>`,
  )
  return `<h4>${status}: a file</h4><ul class="fields">${files.join('')}</ul>`
}

/** Of an answer nearly everything is there, so that is not said each time. */
function always(row: ReturnType<typeof fieldsOf>[number]) {
  return { ...row, required: false }
}

function renderSample(status: string, content: Content | undefined): string {
  const json = content?.['application/json']
  if (!json) return ''
  const sample = JSON.stringify(json.example, null, 2)
  return `<h4>${status}</h4><pre tabindex="0">${escaped(sample)}</pre>`
}

/** A line for a shell: what the route cannot do without, and an example of its body. */
function curlOf({ method, path, operation }: Entry, parameters: Parameter[], schemas: Record<string, Schema>): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => (name.length === 1 ? '1' : '$ID'))
  const wanted = parameters.filter((one) => one.in === 'query' && one.required)
  const query = wanted.map(
    (one) => `${one.name}=${encodeURIComponent(String(exampleOf(one.schema, schemas, one.name)))}`,
  )
  const lines = [
    `curl${method === 'get' ? '' : ` -X ${method.toUpperCase()}`} "$URL/api${filled}${query.length > 0 ? `?${query.join('&')}` : ''}"`,
  ]
  if (operation.security?.length !== 0) lines.push('-H "Authorization: Bearer $TOKEN"')
  const content = operation.requestBody?.content ?? {}
  const json = content['application/json']
  if (json) {
    lines.push("-H 'Content-Type: application/json'")
    lines.push(`-d '${JSON.stringify(json.example)}'`)
  }
  if (content['multipart/form-data']) lines.push('-F file=@letter.docx -F tag=storm')
  if (!operation.responses['200']?.content?.['application/json'] && operation.responses['200']?.content)
    lines.push('-OJ')
  return lines.join(' \\\n  ')
}

function followed(given: Parameter | { $ref: string }, document: OpenApiDocument): Parameter {
  if (!('$ref' in given)) return given
  return document.components.parameters[given.$ref.split('/').at(-1)!]!
}

function prose(text: string): string {
  return text
    .split('\n\n')
    .filter(Boolean)
    .map((paragraph) => `<p>${inline(paragraph)}</p>`)
    .join('')
}

function inline(text: string): string {
  return escaped(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
}

function anchor(name: string): string {
  return `tag-${name.toLowerCase().replaceAll(/\W+/g, '-')}`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

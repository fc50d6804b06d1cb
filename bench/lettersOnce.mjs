// Prints one batch of letters in a separate process, so that the time and peak memory of this batch alone are measured.
// 'ours' calls the code of the built server; 'plain' is a loop over the leads as in docxtemplater's manual. 'labels' prints
// addresses on the sheet that `packing` names.
import { readdirSync, readFileSync } from 'node:fs'

const [implementation, file, packing, number] = process.argv.slice(2)
const template = readFileSync(file)
const count = Number(number)

const valuesOf = (n) => ({
  salutation: `Sample & Sons ${n}`,
  addressee: `Sample & Sons ${n}`,
  mailing_address: `PO Box ${n}\nSampleton, IN 46000`,
  owner_address: n % 4 === 0 ? '' : `PO Box ${n}, Sampleton, IN 46000`,
  address: `${n} Seeded Sample Way`,
  company_name: 'Sample Company',
  rep_name: 'Sample Rep',
  rep_phone: '(555) 0100-129',
  date_long: 'February 11, 2024',
})

const { createWorkerDocuments } = await import('../dist/server/api/services/documents/workerDocuments.js')
const documents = createWorkerDocuments()

async function ours() {
  async function* letters() {
    for (let at = 0; at < count; at += 50)
      yield Array.from({ length: Math.min(50, count - at) }, (_, n) => ({
        name: `Letter ${at + n}`,
        values: valuesOf(at + n),
      }))
  }
  let bytes = 0
  const job = { template, format: 'docx', packing, count, title: 'letters', createdAt: new Date() }
  for await (const piece of documents.print(job, letters())) bytes += piece.length
  return bytes
}

async function labels() {
  const { labelSheetOf } = await import('../dist/server/api/domain/labelSheets.js')
  const sheet = labelSheetOf(packing)
  const returnAddress = sheet.returnAddress ? ['Sample Company', '1 Sample Way', 'Sampleton, IN 46000'] : []
  async function* addresses() {
    for (let at = 0; at < count; at += 200)
      yield Array.from({ length: Math.min(200, count - at) }, (_, n) => ({
        name: `Sample & Sons ${at + n}`,
        address: [`PO Box ${at + n}`, 'Sampleton, IN 46000'],
      }))
  }
  let bytes = 0
  const job = { sheet, startPosition: 1, returnAddress, title: 'labels', createdAt: new Date() }
  for await (const piece of documents.printLabels(job, addresses())) bytes += piece.length
  return bytes
}

async function plain() {
  const { default: Docxtemplater } = await import('docxtemplater')
  const { default: PizZip } = await import('pizzip')
  const outer = new PizZip()
  const bodies = []
  for (let n = 0; n < count; n += 1) {
    const document = new Docxtemplater(new PizZip(template), { paragraphLoop: true, linebreaks: true })
    document.render(valuesOf(n))
    if (packing === 'zip')
      outer.file(`Letter ${n}.docx`, document.getZip().generate({ type: 'nodebuffer', compression: 'DEFLATE' }))
    else bodies.push(/<w:body>([\s\S]*)<\/w:body>/.exec(document.getZip().file('word/document.xml').asText())[1])
  }
  if (packing === 'zip') return outer.generate({ type: 'nodebuffer' }).length
  const whole = new PizZip(template)
  const before = whole.file('word/document.xml').asText()
  whole.file(
    'word/document.xml',
    before.replace(/<w:body>[\s\S]*<\/w:body>/, () => `<w:body>${bodies.join('')}</w:body>`),
  )
  return whole.generate({ type: 'nodebuffer', compression: 'DEFLATE' }).length
}

/** The peak memory of the workers, in MB. Read from /proc, so only on Linux. */
function workerMegabytes() {
  const workers = readdirSync('/proc/self/task')
    .flatMap((task) => readFileSync(`/proc/self/task/${task}/children`, 'utf8').split(' ').filter(Boolean))
    .map((pid) => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]))
  return Math.max(0, ...workers) / 1024
}

// Load and inspect the template before the measurement, as a server does when a template is uploaded.
if (implementation === 'ours') await documents.inspect(template)
const started = performance.now()
const bytes = await { ours, plain, labels }[implementation]()
const ms = performance.now() - started
const peakMegabytes = process.resourceUsage().maxRSS / 1024
console.log(JSON.stringify({ ms, bytes, peakMegabytes, workerMegabytes: workerMegabytes() }))
process.exit(0)

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeMetrics } from '../api/observability/metrics.ts'

const folder = path.resolve(import.meta.dirname, '../deploy')
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8')

interface Rule {
  alert: string
  expr: string
  labels: { severity: string }
  annotations: { summary: string }
}
interface Panel {
  type: string
  title: string
  gridPos: { x: number; y: number; w: number; h: number }
  targets?: { expr: string }[]
}

const alertText = read('prometheus/alerts.yml')
const { groups } = parse(alertText) as { groups: { rules: Rule[] }[] }
const rules = groups.flatMap((group) => group.rules)
const { panels } = JSON.parse(read('grafana/porchlight.json')) as { panels: Panel[] }
const expressions = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const)),
]

/** The names of metrics as Prometheus stores them, with the labels of each. */
const known = new Map<string, string[]>()

beforeAll(async () => {
  const { registry } = makeMetrics()
  for (const metric of registry.getMetricsAsArray()) {
    const { labelNames = [] } = metric as unknown as { labelNames?: string[] }
    const { type } = (await registry.getMetricsAsJSON()).find(({ name }) => name === metric.name)!
    const suffixes = String(type) === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']
    for (const suffix of suffixes) known.set(`${metric.name}${suffix}`, [...labelNames, 'le', 'instance'])
  }
  // Of Prometheus itself.
  known.set('up', ['job', 'instance'])
})

/** The metrics of an expression, with the labels in the braces behind each. */
function metricsIn(expression: string): [name: string, labels: string[]][] {
  const found = expression.matchAll(/\b(up|(?:porchlight|nodejs|process)_[a-z0-9_]+)(?:\{([^}]*)\})?/g)
  return [...found].map(([, name, braces = '']) => [
    name!,
    [...braces.matchAll(/([a-z]+)[=!]/g)].map(([, label]) => label!),
  ])
}

describe.each(expressions)('%s', (_title, expression) => {
  it('names metrics and labels that the server has', () => {
    const metrics = metricsIn(expression)
    expect(metrics.length).toBeGreaterThan(0)
    for (const [name, labels] of metrics) {
      expect([...known.keys()]).toContain(name)
      for (const label of labels) expect([name, known.get(name)]).toEqual([name, expect.arrayContaining([label])])
    }
    const grouped = [...expression.matchAll(/\bby \(([a-z, ]+)\)/g)].flatMap(([, names]) => names!.split(', '))
    const labels = metrics.flatMap(([name]) => known.get(name)!)
    expect(grouped.filter((name) => !labels.includes(name))).toEqual([])
    expect(expression.split('(').length).toBe(expression.split(')').length)
  })
})

describe('the alerts', () => {
  it('have names of their own, a severity and a sentence', () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
    for (const { alert, labels, annotations } of rules) {
      expect([alert, labels.severity]).toEqual([alert, expect.stringMatching(/^(page|ticket)$/)])
      expect(annotations.summary).toMatch(/\.$|\?$/)
    }
  })

  it('give the reason of each threshold in a comment before it', () => {
    const lines = alertText.split('\n')
    const without = lines.filter((line, at) => line.includes('- alert:') && !lines[at - 1]!.trim().startsWith('#'))
    expect(without).toEqual([])
  })

  it('watch the internal errors of GraphQL, jobs, webhooks, backups and anchors', () => {
    const text = rules.map(({ expr }) => expr).join('\n')
    for (const part of [
      'porchlight_graphql_operations_total{outcome="internal"}',
      'porchlight_jobs_oldest_seconds{status="queued"}',
      'porchlight_jobs_failed_total{reason="internal"}',
      'porchlight_webhook_deliveries_overdue_seconds',
      'porchlight_last_success_timestamp_seconds{work="backup_restored"}',
      'porchlight_last_success_timestamp_seconds{work="anchors"}',
    ])
      expect(text).toContain(part)
  })
})

it('the panels of the dashboard do not cover each other', () => {
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)} ${y + Math.floor(cell / w)}`),
  )
  expect(new Set(cells).size).toBe(cells.length)
})

it('the scrape configuration reads the metrics of the job that the alerts name', () => {
  const { scrape_configs: jobs } = parse(read('prometheus/prometheus.yml')) as {
    scrape_configs: { job_name: string; metrics_path: string }[]
  }
  expect(jobs).toMatchObject([{ job_name: 'porchlight', metrics_path: '/api/metrics' }])
  expect(alertText).toContain(`up{job="${jobs[0]!.job_name}"}`)
})

describe.each(readdirSync(path.join(folder, 'systemd')).filter((file) => file.endsWith('.service')))('%s', (file) => {
  it('starts a program of the release, with the settings that only root can read', () => {
    const text = read(`systemd/${file}`)
    const program = /^ExecStart=\/usr\/bin\/node (\S+)/m.exec(text)![1]!
    const source = program.replace('dist/server/', '').replace(/\.js$/, '.ts')
    expect([program, existsSync(path.resolve(folder, '..', source))]).toEqual([program, true])
    expect(text).toContain('EnvironmentFile=/etc/porchlight/environment\n')
    expect(text).toMatch(/^WantedBy=multi-user\.target$/m)
  })
})

it('the unit of the server gives it the time that it takes to stop', () => {
  const seconds = Number(/^TimeoutStopSec=(\d+)$/m.exec(read('systemd/porchlight.service'))![1])
  // SHUTDOWN_DELAY is 15 at most, and is part of the 30 seconds.
  expect(seconds).toBeGreaterThan(30)
})

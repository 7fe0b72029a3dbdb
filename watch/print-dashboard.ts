import { DashboardBuilder, RowBuilder } from '@grafana/grafana-foundation-sdk/dashboard'
import { DataqueryBuilder } from '@grafana/grafana-foundation-sdk/prometheus'
import { PanelBuilder } from '@grafana/grafana-foundation-sdk/timeseries'
import type { Panel } from './dashboards/panel.ts'
import { sections } from './dashboards/sections.ts'

const panelWidth = 8
const panelHeight = 7

/** The dashboard as Grafana imports it. */
export function printDashboard(): string {
  const dashboard = new DashboardBuilder('Parley')
    .uid('parley')
    .tags(['parley'])
    .refresh('30s')
    .time({ from: 'now-3h', to: 'now' })
    .timezone('browser')
  for (const { title, panels } of sections) {
    dashboard.withRow(new RowBuilder(title))
    for (const panel of panels) dashboard.withPanel(build(panel))
  }
  return `${JSON.stringify(dashboard.build(), null, 2)}\n`
}

function build({ title, description, unit, queries }: Panel): PanelBuilder {
  const panel = new PanelBuilder().title(title).description(description).unit(unit)
  for (const { query, legend } of queries) {
    panel.withTarget(new DataqueryBuilder().expr(query).legendFormat(legend))
  }
  return panel.span(panelWidth).height(panelHeight)
}

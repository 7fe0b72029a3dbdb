import { type Alert, threshold } from './alert.ts'

const requests = 'http_server_request_duration_seconds'

export const processAlerts: readonly Alert[] = [
  threshold({
    name: 'ParleyProcessDown',
    metric: 'up',
    comparison: '== 0',
    bad: 0,
    good: 1,
    lasting: '1m',
    severity: 'page',
    summary: 'A process does not answer Prometheus.',
    section: 'health-metrics-and-logs',
  }),
  {
    name: 'ParleyUnhandledRejection',
    when: 'increase(parley_process_unhandled_rejections_total[15m]) > 0',
    lasting: '0m',
    severity: 'ticket',
    summary:
      'Parley has a mistake: one request or text failed in a way that no code expects. The log has the place.',
    section: 'health-metrics-and-logs',
    proof: {
      atMinute: 10,
      fires: [{ series: 'parley_process_unhandled_rejections_total{job="parley"}', values: '0x5 1x10' }],
      silent: [{ series: 'parley_process_unhandled_rejections_total{job="parley"}', values: '1x20' }],
    },
  },
  {
    name: 'ParleyNoWorker',
    when: 'absent(parley_room_texts)',
    lasting: '1m',
    severity: 'page',
    summary: 'No worker exports metrics: accepted texts wait, and replies are not fetched.',
    section: 'health-metrics-and-logs',
    proof: {
      atMinute: 3,
      fires: [{ series: 'up{job="parley"}', values: '1x5' }],
      silent: [{ series: 'parley_room_texts{job="parley"}', values: '500000000x5' }],
    },
  },
  {
    name: 'ParleyNoSealer',
    when: 'absent(parley_log_lag_seconds)',
    lasting: '5m',
    severity: 'page',
    summary: 'No sealer exports metrics: events and open app windows stand still, and nothing is sealed.',
    section: 'the-log',
    proof: {
      atMinute: 7,
      fires: [{ series: 'up{job="parley"}', values: '1x9' }],
      silent: [{ series: 'parley_log_lag_seconds{job="parley"}', values: '1x9' }],
    },
  },
  {
    name: 'ParleyRequestsFail',
    when: `sum(rate(${requests}_count{status=~"5.."}[5m])) / sum(rate(${requests}_count[5m])) > 0.01`,
    lasting: '5m',
    severity: 'page',
    summary: 'More than one request in a hundred fails.',
    section: 'troubleshooting',
    proof: {
      atMinute: 15,
      fires: [
        { series: `${requests}_count{job="parley", status="200"}`, values: '0+980x20' },
        { series: `${requests}_count{job="parley", status="502"}`, values: '0+20x20' },
      ],
      silent: [
        { series: `${requests}_count{job="parley", status="200"}`, values: '0+995x20' },
        { series: `${requests}_count{job="parley", status="502"}`, values: '0+5x20' },
      ],
    },
  },
  {
    name: 'ParleyRequestsSlow',
    when: `histogram_quantile(0.99, sum by (le) (rate(${requests}_bucket{operation="sendMessage"}[5m]))) > 1`,
    lasting: '10m',
    severity: 'ticket',
    summary: 'One send in a hundred takes longer than a second to be accepted.',
    section: 'troubleshooting',
    proof: {
      atMinute: 20,
      fires: [
        { series: `${requests}_bucket{job="parley", operation="sendMessage", le="1"}`, values: '0+90x25' },
        {
          series: `${requests}_bucket{job="parley", operation="sendMessage", le="2.5"}`,
          values: '0+100x25',
        },
        {
          series: `${requests}_bucket{job="parley", operation="sendMessage", le="+Inf"}`,
          values: '0+100x25',
        },
      ],
      silent: [
        { series: `${requests}_bucket{job="parley", operation="sendMessage", le="1"}`, values: '0+100x25' },
        {
          series: `${requests}_bucket{job="parley", operation="sendMessage", le="2.5"}`,
          values: '0+100x25',
        },
        {
          series: `${requests}_bucket{job="parley", operation="sendMessage", le="+Inf"}`,
          values: '0+100x25',
        },
      ],
    },
  },
  threshold({
    name: 'ParleyCallersAwaitConnections',
    metric: 'db_client_connections{state="awaited"}',
    comparison: '> 5',
    bad: 6,
    good: 5,
    lasting: '5m',
    severity: 'ticket',
    summary: 'Callers wait for a database connection.',
    section: 'troubleshooting',
  }),
  threshold({
    name: 'ParleyEventLoopBlocked',
    metric: 'nodejs_eventloop_delay_p99_seconds',
    comparison: '> 0.25',
    bad: 0.3,
    good: 0.2,
    lasting: '5m',
    severity: 'ticket',
    summary: 'A process is too busy to answer in time: start another one.',
    section: 'troubleshooting',
  }),
]

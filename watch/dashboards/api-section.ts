import type { Section } from './panel.ts'

const duration = 'http_server_request_duration_seconds'

export const apiSection: Section = {
  title: 'Requests and processes',
  panels: [
    {
      title: 'Requests by operation',
      description: 'Requests a second.',
      unit: 'reqps',
      queries: [{ query: `sum by (operation) (rate(${duration}_count[1m]))`, legend: '{{operation}}' }],
    },
    {
      title: 'Requests by status',
      description: '5xx should be zero; 4xx are mistakes of callers.',
      unit: 'reqps',
      queries: [{ query: `sum by (status) (rate(${duration}_count[1m]))`, legend: '{{status}}' }],
    },
    {
      title: 'Time to answer',
      description: 'Of all requests: half of them, and 99 in a hundred, are faster.',
      unit: 's',
      queries: [
        { query: `histogram_quantile(0.5, sum by (le) (rate(${duration}_bucket[1m])))`, legend: 'p50' },
        { query: `histogram_quantile(0.99, sum by (le) (rate(${duration}_bucket[1m])))`, legend: 'p99' },
      ],
    },
    {
      title: 'Processor',
      description: 'Cores that each process uses. One process uses one core and some.',
      unit: 'short',
      queries: [{ query: 'rate(process_cpu_seconds_total[1m])', legend: '{{instance}}' }],
    },
    {
      title: 'Memory',
      description: 'Resident memory of each process.',
      unit: 'bytes',
      queries: [{ query: 'process_resident_memory_bytes', legend: '{{instance}}' }],
    },
    {
      title: 'Event loop delay',
      description: 'Above 0.25 s a process answers late: start another one.',
      unit: 's',
      queries: [{ query: 'nodejs_eventloop_delay_p99_seconds', legend: '{{instance}}' }],
    },
  ],
}

import { SegmentedControl, useMantineColorScheme } from '@mantine/core'
import { Panel } from '../../ui/page.tsx'

const schemes = [
  { value: 'auto', label: 'Match system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

export function Appearance() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Panel title="Appearance">
      <SegmentedControl
        aria-label="Appearance"
        value={colorScheme}
        data={[...schemes]}
        onChange={value => setColorScheme(schemes.find(scheme => scheme.value === value)?.value ?? 'auto')}
      />
    </Panel>
  )
}

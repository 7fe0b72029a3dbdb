import { defineConfig, type UserConfig } from 'tsdown'

const configs: UserConfig[] = defineConfig([
  {
    entry: 'src/index.ts',
    format: ['esm', 'cjs'],
    platform: 'neutral',
    target: 'es2022',
    dts: { oxc: true },
  },
  {
    entry: { program: 'program/main.ts' },
    format: 'esm',
    platform: 'node',
    target: 'node20',
    dts: false,
    fixedExtension: false,
  },
])
export default configs

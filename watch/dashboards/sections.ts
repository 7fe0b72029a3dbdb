import { apiSection } from './api-section.ts'
import { databaseSection } from './database-section.ts'
import { evidenceSection } from './evidence-section.ts'
import type { Section } from './panel.ts'
import { textingSection } from './texting-section.ts'

export const sections: readonly Section[] = [textingSection, apiSection, evidenceSection, databaseSection]

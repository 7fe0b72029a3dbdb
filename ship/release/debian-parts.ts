import type { Component } from './component.ts'

/** The packages in dpkg's status file, by the rules of package URLs for Debian. */
export function debianParts(status: string): Component[] {
  return status
    .split('\n\n')
    .filter(paragraph => paragraph.includes('Package: '))
    .map(paragraph => {
      const field = (name: string): string =>
        new RegExp(`^${name}: (.*)$`, 'm').exec(paragraph)?.[1]?.trim() ?? ''
      const [name, version] = [field('Package'), field('Version')]
      const query = `arch=${field('Architecture')}&distro=bookworm`
      return {
        type: 'library',
        name,
        version,
        purl: `pkg:deb/debian/${encodeURIComponent(name)}@${encodeURIComponent(version)}?${query}`,
      }
    })
}

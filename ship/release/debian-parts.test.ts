import { expect, it } from 'vitest'
import { debianParts } from './debian-parts.ts'

it('lists the packages of a status file with their package URLs', () => {
  const status = `Package: libstdc++6
Architecture: amd64
Version: 12.2.0-14+deb12u1
Description: GNU Standard C++ Library v3
 Package: not one
Status: install ok installed

Package: ca-certificates
Architecture: all
Version: 20230311+deb12u1
Status: install ok installed

`
  expect(debianParts(status).map(({ name, version, purl }) => [name, version, purl])).toEqual([
    [
      'libstdc++6',
      '12.2.0-14+deb12u1',
      'pkg:deb/debian/libstdc%2B%2B6@12.2.0-14%2Bdeb12u1?arch=amd64&distro=bookworm',
    ],
    [
      'ca-certificates',
      '20230311+deb12u1',
      'pkg:deb/debian/ca-certificates@20230311%2Bdeb12u1?arch=all&distro=bookworm',
    ],
  ])
})

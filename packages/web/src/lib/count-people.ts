export const countPeople = (count: number): string =>
  `${count.toLocaleString()} ${count === 1 ? 'person' : 'people'}`

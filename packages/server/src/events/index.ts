// The log as partners read it. Other features use only this file.
export { createEventCursors, type EventCursors } from './event-cursors.ts'
export { LogCuts } from './log-cuts.ts'
export { placeOfCursor } from './place-of-cursor.ts'
export { logSize, ownersBetween } from './queries.ts'
export { readCompleteness } from './read-completeness.ts'
export { type PlacedEvent, readEvents } from './read-events.ts'
export { unknownType } from './wanted-kinds.ts'

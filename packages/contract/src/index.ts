export { type ProblemCode, problems } from './problems.ts'

import { defineCausewaySend } from './causewaySend.tsx'

defineCausewaySend()

export { DayField } from './DayField.tsx';
export { addDays, today } from './days.ts';

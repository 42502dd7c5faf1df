export { counterpartOf } from './case-facts.ts';
export { casePath } from './case-paths.ts';
export { RestorationsSection } from './detail/RestorationsSection.tsx';
export { ALL, type CaseFilters, NO_FILTERS, searchOf, wireQueryOf } from './filters/case-filters.ts';
export { institutionsOf, withInstitution, withPerson } from './filters/PeopleChoice.tsx';
export { orderWords } from './list/order-words.ts';

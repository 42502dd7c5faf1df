import { drawOnRequest } from '../../../platform/paper/drawing-pool.ts';
import { drawStatements } from './draw-statement.ts';

drawOnRequest(drawStatements);

import { drawOnRequest } from '../../../platform/paper/drawing-pool.ts';
import { drawOrderForms } from './draw-order-form.ts';

drawOnRequest(drawOrderForms);

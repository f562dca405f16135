import '@mantine/core/styles.css';
import '@mantine/dates/styles.css';
import '@mantine/notifications/styles.css';
import '@mantine/spotlight/styles.css';
import 'uplot/dist/uPlot.min.css';
// eslint-disable-next-line no-restricted-syntax -- a style sheet, for the bundler
import './desk.css';

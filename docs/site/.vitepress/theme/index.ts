// The default theme, with the contrast that our own screens have.
import theme from 'vitepress/theme-without-fonts';
import './site.css';

export default theme;

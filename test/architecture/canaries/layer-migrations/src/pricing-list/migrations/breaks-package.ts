// breaks the rule
export { Injectable } from '@nestjs/common';
